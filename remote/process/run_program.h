// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program on this computer to its end and returns its output.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QProcessEnvironment>

#include "engine/contract/result.h"
#include "remote/process/command_line.h"

namespace trainyard {

struct ProgramOptions {
  QString workingDirectory;                        // empty: this program's
  std::optional<QProcessEnvironment> environment;  // nothing: this program's
  QByteArray input;
  qint64 outputLimitBytes = 64 << 20;  // per stream; a program that writes more is ended
  std::function<void(QByteArray)>
      onOut;  // receives stdout as it arrives; it is then neither kept nor limited
};

struct ProgramOutput {
  int exitCode = 0;  // 128+n if signal n ended it
  QByteArray out, err;
};

// Errors: "program.missing" (does not exist or is not executable), "program.deadline",
// "program.output_limit", "cancelled". In the last three cases the program was told to end, and was
// killed if it had not after 2 s. Any exit code is a result, not an error.
QCoro::Task<Result<ProgramOutput>> runProgram(CommandLine command, ProgramOptions options,
                                              std::stop_token stop, QDeadlineTimer deadline);

}  // namespace trainyard
