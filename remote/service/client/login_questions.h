// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of the service to the user through this client.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>
#include <QPointer>

#include "remote/service/client/client.h"
#include "remote/service/client/service_link.h"

namespace trainyard {

// Asks the question of request `id` and sends the answer, or refuses if it is not a valid question.
// Independent of the client, which may be gone when the user answers.
QCoro::Task<void> putLoginQuestion(QPointer<ServiceLink> link, Answerer answerer, QJsonValue id,
                                   QJsonObject parameters, std::stop_token withdrawn);

}  // namespace trainyard
