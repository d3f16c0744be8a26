// SPDX-License-Identifier: GPL-3.0-or-later
// `yard shell` and `yard run`: a target as if it were this computer.
#include "remote/cli/commands/shell.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <pwd.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/cli/attached_program.h"
#include "remote/cli/command.h"
#include "remote/cli/own_terminal.h"
#include "remote/process/in_thread.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr int notStarted = 127;  // a shell's exit code for a command that it cannot start

QByteArray ownShell() {
  if (const QByteArray shell = qgetenv("SHELL"); !shell.isEmpty()) return shell;
  const passwd* account = ::getpwuid(::getuid());
  return account && *account->pw_shell ? QByteArray(account->pw_shell) : QByteArray("/bin/sh");
}

QCoro::Task<Result<int>> attach(ServiceClient& client, TerminalRequest request, AttachBy by) {
  CO_TRY(const auto opened, co_await client.call(methods::terminalsOpen, {}, request));
  // The terminal is the program's from now on: a login's question must be asked elsewhere.
  client.setAnswerer({}, ServiceClient::Calls::typed);
  std::function<int()> work = [ticket = opened, by] { return attachToProgram(ticket, by); };
  co_return co_await inThread<int>(std::move(work));
}

QStringList wordsAfterDashes;

// The terminal is filled in; without one, the program is a filter.
QCoro::Task<Result<int>> runThere(ServiceClient& client, TerminalRequest request) {
  const AttachBy by = hasOwnTerminal() ? AttachBy::terminal : AttachBy::streams;
  if (by == AttachBy::terminal) {
    const TerminalSize size = ownTerminalSize();
    request.terminal = QString::fromLocal8Bit(ownTerminalType());
    request.columns = size.columns;
    request.rows = size.rows;
  }
  co_return co_await attach(client, std::move(request), by);
}

}  // namespace

int leaveCommandWords(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "run") return argc;
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string_view("--"));
  if (dashes != end)
    for (char** word = dashes + 1; word != end; ++word) wordsAfterDashes << text(*word);
  return static_cast<int>(dashes - argv);
}

int runHere(const QStringList& command) {
  std::vector<QByteArray> words;
  for (const QString& word : command) words.push_back(word.toLocal8Bit());
  if (words.empty()) words.push_back(ownShell());
  std::vector<char*> arguments;
  for (QByteArray& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  fail(make_error("terminal.no_program", {{"program", words.front().toStdString()},
                                          {"problem", std::string(std::strerror(errno))}}));
  return notStarted;
}

QCoro::Task<Result<int>> printThere(ServiceClient& client, QString target, QStringList command) {
  TerminalRequest request;
  request.target = std::move(target);
  request.command = std::move(command);
  co_return co_await attach(client, std::move(request), AttachBy::output);
}

namespace {

struct ShellCommand {
  TerminalRequest request;

  void describe(CLI::App& command) {
    request.target.clear();
    addOption(command, "TARGET", request.target, "Target; `here` is this computer")->required();
  }
  bool isLocal() const { return request.target == "here"_L1; }
  Result<int> run() { return runHere(request.command); }
  QCoro::Task<Result<int>> run(ServiceClient& client) { return runThere(client, request); }
};

struct RunCommand : ShellCommand {
  void describe(CLI::App& command) {
    ShellCommand::describe(command);
    addOption(command, "COMMAND", request.command,
              "The command and its arguments after --, as in: yard run TARGET -- nvidia-smi -L");
    StepResources& step = request.resources;
    command.add_option("--nodes", step.nodes, "Number of nodes; the command runs once on each")
        ->check(CLI::PositiveNumber);
    command.add_option("--gpus", step.gpus, "GPUs on each node")->check(CLI::PositiveNumber);
    command.add_option("--cpus", step.cpus, "CPUs on each node")->check(CLI::PositiveNumber);
    addOption(command, "--time", step.timeLimit, "Time limit: MINUTES, HH:MM:SS or D-HH:MM:SS");
    addOption(command, "--partition", step.partition, "Partition of the cluster");
    addOption(command, "--account", step.account, "Account that pays for it");
  }
  void check() {
    if (request.command.isEmpty()) request.command = wordsAfterDashes;
    if (request.command.isEmpty()) throw CLI::RequiredError("COMMAND");
  }
  Result<int> run() {
    if (request.resources.isNone()) return runHere(request.command);
    return make_error("terminal.no_queue", {{"target", request.target.toStdString()}});
  }
  using ShellCommand::run;
};

}  // namespace

extern const Command shellCommand{"shell", "Open a shell on a target's login node",
                                  addCommand<ShellCommand>};
extern const Command runCommand{
    "run",
    "Run a command on a target and exit with its code: on the login node or, with any of the "
    "options, on nodes of its own through srun",
    addCommand<RunCommand>};

}  // namespace trainyard
