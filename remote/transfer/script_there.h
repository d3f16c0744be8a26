// SPDX-License-Identifier: GPL-3.0-or-later
// Runs small POSIX shell scripts that complete a transfer on the target.
#pragma once

#include <chrono>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

// Runs `script` with the arguments as $1, $2, ... and `input` as its stdin. The script must be
// repeatable: while the host is unreachable it is retried for `patience`.
QCoro::Task<Result<ProgramOutput>> runThere(
    Host& host, QString script, QStringList arguments, QByteArray input,
    std::chrono::milliseconds deadline, std::stop_token stop,
    std::chrono::milliseconds patience = std::chrono::minutes(10));

// Creates the folders with their parents, in one round trip; existing ones are fine.
QCoro::Task<Result<void>> ensureFoldersThere(Host& host, QStringList paths, std::stop_token stop);

}  // namespace trainyard
