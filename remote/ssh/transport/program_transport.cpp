// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/transport/program_transport.h"

#include <csignal>

#include <QProcess>

#include <unistd.h>

#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

constexpr qsizetype keptWords = 600;
constexpr std::chrono::seconds endingTime{2};

class ProgramTransport : public Transport {
 public:
  ProgramTransport(const SshSettings& to, Waiter& changed) : m_to(to) {
    const Descriptor far = makeSocket();
    const auto note = [this, &changed] {
      // The last output is the most informative.
      m_shownReason = (m_shownReason + m_process.readAllStandardError()).right(keptWords);
      if (m_process.state() != QProcess::NotRunning) return;
      changed.wake();
      m_ended.wake();
    };
    QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_ended, note);
    QObject::connect(&m_process, &QProcess::finished, &m_ended, note);
    QObject::connect(&m_process, &QProcess::errorOccurred, &m_ended, note);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([socket = far.number()] {
      ::setpgid(0, 0);
      ::dup2(socket, STDIN_FILENO);
      ::dup2(socket, STDOUT_FILENO);
    });
    const QString shell = qEnvironmentVariable("SHELL");
    m_process.start(shell.isEmpty() ? QStringLiteral("/bin/sh") : shell,
                    {QStringLiteral("-c"), QStringLiteral("exec ") + to.proxyCommand});
    m_group = m_process.processId();
  }
  ~ProgramTransport() override { signalProgram(SIGKILL); }

  std::optional<Error> ended() override {
    if (m_process.state() != QProcess::NotRunning) return {};
    const Map command{{"command", m_to.proxyCommand.toStdString()}};
    if (m_process.error() == QProcess::FailedToStart)
      return failure("login.proxy_missing", command);
    const bool isKilled = m_process.exitStatus() == QProcess::CrashExit;
    Map arguments = command;
    arguments.emplace_back(
        "exit_code", std::int64_t{isKilled ? 128 + m_process.exitCode() : m_process.exitCode()});
    arguments.emplace_back("said", printableText(m_shownReason.constData()));
    return failure("login.proxy_ended", std::move(arguments));
  }

  bool isProgram() const override { return true; }

  // Its socket is closed: usually that is enough to end it.
  QCoro::Task<void> finish() override {
    signalProgram(SIGHUP);
    const QDeadlineTimer grace(endingTime);
    while (m_process.state() != QProcess::NotRunning)
      if (const Waited waited = co_await m_ended.wait({}, grace); waited == Waited::deadline) break;
    signalProgram(SIGKILL);
    while (m_process.state() != QProcess::NotRunning)
      co_await m_ended.wait({}, QDeadlineTimer(100));
    m_group = 0;
  }

 private:
  // Also signals everything that it started.
  void signalProgram(int signal) const {
    if (m_group > 0) ::kill(static_cast<pid_t>(-m_group), signal);
  }
  Error failure(const char* code, Map arguments) const {
    return unreachableError(m_to.alias, make_error(code, std::move(arguments)));
  }

  SshSettings m_to;
  Waiter m_ended;
  QByteArray m_shownReason;
  qint64 m_group = 0;
  QProcess m_process;
};

}  // namespace

std::unique_ptr<Transport> carryByProgram(const SshSettings& to, Waiter& changed) {
  return std::make_unique<ProgramTransport>(to, changed);
}

}  // namespace trainyard
