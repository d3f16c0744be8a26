// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a script on a host through its session, without the login shell's own output.
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
  QByteArray script;  // for /bin/sh
  QByteArray input;
  qint64 outputLimitBytes = 64 << 20;
  std::function<void(QByteArray)> onOut{};  // like ProgramOptions::onOut
  Readers readers = Readers::owner;         // of what it creates
  QString host;                             // for messages: the user's name for it
  Error what;                               // for messages: "'sbatch' on 'leonardo'"
};

// Errors: "program.deadline", "program.output_limit", "cancelled" (in these three cases it was told
// to end, and was killed if it had not after 2 s), "host.unreachable" (the connection was lost),
// "host.no_shell" (the account cannot run commands).
QCoro::Task<Result<ProgramOutput>> runScript(std::shared_ptr<SessionInbox> inbox,
                                             ScriptOptions options, Waiter& waiter,
                                             std::stop_token stop, QDeadlineTimer deadline);

}  // namespace trainyard
