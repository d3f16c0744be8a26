// SPDX-License-Identifier: GPL-3.0-or-later
// Shells and commands of a person on a target, with this program's standard streams. Their exit
// codes are the program's.
#pragma once

#include <QCoroTask>
#include <QStringList>

#include "remote/service/client/client.h"

namespace trainyard {

// On this computer: becomes the program, or a shell if there is none; 127 if that fails.
int runHere(const QStringList& command);
// A command that only prints: it gets no input.
QCoro::Task<Result<int>> printThere(ServiceClient& client, QString target, QStringList command);

}  // namespace trainyard
