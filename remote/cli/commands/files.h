// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a target that belong to no run.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/service/client/client.h"

namespace trainyard {

// `yard fetch TARGET:PATH`. `destination`: empty is the current folder, under the name that it has
// there. Error "files.no_place".
QCoro::Task<Result<int>> fetchPlace(ServiceClient& client, QString place, QString destination);
// Whether the text has the form of a path on a target, and names no run.
bool isPlace(const QString& text);

}  // namespace trainyard
