// SPDX-License-Identifier: GPL-3.0-or-later
// `yard shell` and `yard run`: a target as if it were this computer.
#include <cerrno>
#include <cstring>
#include <vector>

#include <pwd.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/cli/attached_program.h"
#include "remote/cli/output.h"
#include "remote/cli/own_terminal.h"
#include "remote/cli/shell_commands.h"
#include "remote/process/in_thread.h"

namespace trainyard {
namespace {

constexpr int notStarted = 127;  // a shell's exit code for a command that it cannot start

QByteArray ownShell() {
  if (const QByteArray shell = qgetenv("SHELL"); !shell.isEmpty()) return shell;
  const passwd* account = ::getpwuid(::getuid());
  return account && *account->pw_shell ? QByteArray(account->pw_shell) : QByteArray("/bin/sh");
}

QCoro::Task<int> attach(ServiceClient& client, TerminalRequest request, AttachBy by) {
  const auto opened = co_await client.call(methods::terminalsOpen, {}, request);
  if (!opened) co_return fail(opened.error());
  // The terminal is the program's from now on: a login's question must be asked elsewhere.
  client.setAnswerer({}, ServiceClient::Calls::typed);
  std::function<int()> work = [ticket = *opened, by] { return attachToProgram(ticket, by); };
  const int status = co_await inThread<int>(std::move(work));
  co_return status;
}

}  // namespace

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

QCoro::Task<int> runThere(ServiceClient& client, TerminalRequest request) {
  const AttachBy by = hasOwnTerminal() ? AttachBy::terminal : AttachBy::streams;
  if (by == AttachBy::terminal) {
    const TerminalSize size = ownTerminalSize();
    request.terminal = QString::fromLocal8Bit(ownTerminalType());
    request.columns = size.columns;
    request.rows = size.rows;
  }
  const int status = co_await attach(client, std::move(request), by);
  co_return status;
}

QCoro::Task<int> printThere(ServiceClient& client, QString target, QStringList command) {
  TerminalRequest request;
  request.target = std::move(target);
  request.command = std::move(command);
  const int status = co_await attach(client, std::move(request), AttachBy::output);
  co_return status;
}

}  // namespace trainyard
