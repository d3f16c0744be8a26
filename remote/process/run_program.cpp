// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/run_program.h"

#include <QProcess>

#include "engine/contract/messages.h"
#include "remote/process/waiter.h"

namespace trainyard {
namespace {

Error programError(const char* code, const CommandLine& command, Map more = {}) {
  const Map name{{"program", command.shownProgram().toStdString()}};
  more.emplace_back("what", as_argument(make_error("program.here", name)));
  return make_error(code, std::move(more));
}

bool isTooMuch(const ProgramOutput& output, const ProgramOptions& options) {
  return std::max(output.out.size(), output.err.size()) > options.outputLimitBytes;
}

void start(QProcess& process, const CommandLine& command, const ProgramOptions& options) {
  process.setWorkingDirectory(options.workingDirectory);
  if (options.environment) process.setProcessEnvironment(*options.environment);
  process.start(command.program, command.arguments);
  process.write(options.input);
  process.closeWriteChannel();
}

// Terminates it before killing it.
QCoro::Task<void> end(QProcess& process, Waiter& waiter) {
  process.terminate();
  const QDeadlineTimer grace(std::chrono::seconds(2));
  while (process.state() != QProcess::NotRunning)
    if (const Waited waited = co_await waiter.wait({}, grace); waited == Waited::deadline) break;
  process.kill();
  while (process.state() != QProcess::NotRunning) co_await waiter.wait({}, QDeadlineTimer(100));
}

}  // namespace

QCoro::Task<Result<ProgramOutput>> runProgram(CommandLine command, ProgramOptions options,
                                              std::stop_token stop, QDeadlineTimer deadline) {
  Waiter waiter;
  QProcess process;
  ProgramOutput output;
  QObject::connect(&process, &QProcess::finished, &waiter, [&] { waiter.wake(); });
  QObject::connect(&process, &QProcess::errorOccurred, &waiter, [&] { waiter.wake(); });
  const auto takeOutput = [&] {
    const QByteArray out = process.readAllStandardOutput();
    if (!options.onOut)
      output.out += out;
    else if (!out.isEmpty())
      options.onOut(out);
    output.err += process.readAllStandardError();
    if (isTooMuch(output, options)) waiter.wake();
  };
  QObject::connect(&process, &QProcess::readyReadStandardOutput, &waiter, takeOutput);
  QObject::connect(&process, &QProcess::readyReadStandardError, &waiter, takeOutput);

  start(process, command, options);
  std::optional<Error> error;
  while (process.state() != QProcess::NotRunning && !error) {
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::stopped) error = cancelledError();
    if (waited == Waited::deadline) error = programError("program.deadline", command);
    if (isTooMuch(output, options))
      error = programError("program.output_limit", command,
                           {{"bytes", std::int64_t{options.outputLimitBytes}}});
  }
  if (process.error() == QProcess::FailedToStart)
    co_return programError("program.missing", command,
                           {{"why", process.errorString().toStdString()}});
  if (error) {
    co_await end(process, waiter);
    co_return *error;
  }
  takeOutput();
  output.exitCode =
      process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
  co_return output;
}

}  // namespace trainyard
