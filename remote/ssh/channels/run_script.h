// SPDX-License-Identifier: GPL-3.0-or-later
// Running a script on a host through its session, with the login shell's noise taken off.
#pragma once

#include <memory>
#include <stop_token>

#include <QCoroTask>
#include <QDeadlineTimer>

#include "remote/process/run_program.h"
#include "remote/process/readers.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

struct ScriptOptions {
  QByteArray script;  // of /bin/sh
  QByteArray input;
  qint64 outputLimitBytes = 64 << 20;
  std::function<void(QByteArray)> onOut{};  // as ProgramOptions::onOut
  Readers readers = Readers::owner;         // of what it makes
  QString host;                             // for messages: as the person names it
  Error what;                               // for messages: "'sbatch' on 'leonardo'"
};

// Errors: "program.deadline", "program.output_limit", "cancelled" (in these three it was told to
// end, and was killed when it had not after 2 s), "host.unreachable" (the connection was lost),
// "host.no_shell" (the account runs no commands).
QCoro::Task<Result<ProgramOutput>> runScript(std::shared_ptr<SessionInbox> inbox,
                                             ScriptOptions options, Waiter& waiter,
                                             std::stop_token stop, QDeadlineTimer deadline);

}  // namespace trainyard
