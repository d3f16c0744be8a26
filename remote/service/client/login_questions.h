// SPDX-License-Identifier: GPL-3.0-or-later
// What the service asks a person through this client.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>
#include <QPointer>

#include "remote/service/client/client.h"
#include "remote/service/client/service_link.h"

namespace trainyard {

// Puts the question of the request `id` and sends the answer, or refuses what is no question. Free
// of the client: it may be gone when the person answers.
QCoro::Task<void> putLoginQuestion(QPointer<ServiceLink> link, Answerer answerer, QJsonValue id,
                                   QJsonObject parameters, std::stop_token withdrawn);

}  // namespace trainyard
