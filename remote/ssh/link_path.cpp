// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/link_path.h"

#include <csignal>

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QHostInfo>
#include <QProcess>
#include <unistd.h>

#include "remote/ssh/channels/login_error.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {
namespace {

using std::chrono::milliseconds;

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

// Starts it like ssh: `exec COMMAND` by the user's shell ($SHELL, else /bin/sh), in its own process
// group. `changed` is woken when it ends, and must outlive the transport.
std::unique_ptr<Transport> carryByProgram(const SshSettings& to, Waiter& changed) {
  return std::make_unique<ProgramTransport>(to, changed);
}

constexpr std::chrono::seconds openingTime{30};

class BastionTransport : public Transport {
 public:
  // If no socket can be created, the session has none either and reports it.
  BastionTransport(std::shared_ptr<SessionInbox> bastion, const SshSettings& to, Waiter& changed) {
    auto mail =
        std::make_shared<ChannelMail>(ChannelMail::Kind::forward, to.host.toUtf8(), to.port);
    mail->local = std::make_unique<LocalStreams>(makeSocket());
    m_channel.emplace(std::move(bastion), std::move(mail), changed);
  }

  SshChannel::News take() { return m_channel->take(); }
  std::optional<Error> ended() override { return m_channel->take().error; }
  QCoro::Task<void> finish() override { co_return; }

 private:
  std::optional<SshChannel> m_channel;
};

// The bastion's error message for the connection, with advice.
Error openingError(const Error& error, const QString& bastion, const SshSettings& to) {
  Map arguments{{"bastion", bastion.toStdString()},
                {"address", to.host.toStdString()},
                {"port", std::int64_t{to.port}}};
  if (error.code == "forward.refused")
    return refusedError(to.alias, make_error("login.bastion_forbids", std::move(arguments)));
  if (error.code != "forward.unreachable") return atBastion(to.alias, bastion, error);
  for (const auto& [name, value] : error.arguments)
    if (name == "said") arguments.emplace_back(name, value);
  return unreachableError(to.alias, make_error("login.behind_bastion", std::move(arguments)));
}

// `changed` is woken when the channel, which is awaited here, ends; it must outlive the transport.
// Errors: "host.refused" if the bastion forbids forwarding, "host.unreachable", "cancelled"; or
// that of the bastion's session.
QCoro::Task<Result<std::unique_ptr<Transport>>> carryThrough(std::shared_ptr<SessionInbox> bastion,
                                                             QString bastionName, SshSettings to,
                                                             Waiter& changed,
                                                             std::stop_token stop) {
  auto carrier = std::make_unique<BastionTransport>(std::move(bastion), to, changed);
  const QDeadlineTimer deadline(openingTime);
  while (true) {
    const SshChannel::News news = carrier->take();
    if (news.opened) break;
    if (news.error) co_return openingError(*news.error, bastionName, to);
    const Waited waited = co_await changed.wait(stop, deadline);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::deadline)
      co_return unreachableError(to.alias, make_error("login.late", {}));
  }
  co_return std::unique_ptr<Transport>(std::move(carrier));
}

constexpr std::chrono::seconds resolveTime{20};
constexpr milliseconds settlingTime{1000};

QCoro::Task<Result<QStringList>> resolve(SshSettings settings, std::stop_token stop) {
  if (QHostAddress().setAddress(settings.host)) co_return QStringList{settings.host};
  Waiter waiter;
  std::optional<QHostInfo> found;
  const int lookup = QHostInfo::lookupHost(settings.host, &waiter, [&](const QHostInfo& info) {
    found = info;
    waiter.wake();
  });
  const QDeadlineTimer deadline(resolveTime);
  while (!found) {
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::woken) continue;
    QHostInfo::abortHostLookup(lookup);
    if (waited == Waited::stopped) co_return cancelledError();
    co_return unreachableError(
        settings.alias, make_error("login.name_late", {{"address", settings.host.toStdString()}}));
  }
  QStringList addresses;
  for (const QHostAddress& address : found->addresses()) addresses << address.toString();
  if (addresses.isEmpty())
    co_return unreachableError(
        settings.alias,
        make_error("login.name_unknown", {{"address", settings.host.toStdString()}}));
  co_return addresses;
}

}  // namespace

// Prepares what a login needs: addresses, or a socket of the returned transport.
QCoro::Task<Result<std::unique_ptr<Transport>>> LinkPath::open(LoginRequest& request, bool isFirst,
                                                               std::stop_token stop) {
  std::unique_ptr<Transport> carrier;
  if (!isFirst) {
    const Hop& before = m_hops.back();
    CO_TRY(carrier, co_await carryThrough(before.session->inbox(), before.name, request.settings,
                                          m_waiter, stop));
  } else if (!request.settings.proxyCommand.isEmpty()) {
    carrier = carryByProgram(request.settings, m_waiter);
  } else if (request.addresses.isEmpty()) {
    CO_TRY(request.addresses, co_await resolve(request.settings, stop));
  }
  if (carrier) request.socket = carrier->socket();
  co_return carrier;
}

// A session notices the end of its data before the end of the program that transported it is
// noticed.
QCoro::Task<std::optional<Error>> LinkPath::whyNotCarried(Transport& carrier,
                                                          std::stop_token stop) {
  const QDeadlineTimer deadline(settlingTime);
  auto why = carrier.ended();
  while (!why && carrier.isProgram()) {
    const Waited waited = co_await m_waiter.wait(stop, deadline);
    if (waited != Waited::woken) break;
    why = carrier.ended();
  }
  co_return why;
}

// From the target backwards, so that nothing loses its transport first.
void LinkPath::drop() {
  while (!m_hops.empty()) {
    std::unique_ptr<Transport> carrier = std::move(m_hops.back().carrier);
    m_hops.pop_back();
    if (carrier) m_tasks.start(finishTransport(std::move(carrier)));
  }
}

// Why the host with this number is lost, by itself or because of its transport.
std::optional<Error> LinkPath::lostAt(std::size_t number) {
  const Hop& hop = m_hops[number];
  auto why = hop.carrier ? hop.carrier->ended() : std::nullopt;
  const bool isOfBastion = why && number > 0;
  if (!why) why = hop.session->ended();
  const std::size_t fault = isOfBastion ? number - 1 : number;
  if (why && fault + 1 < m_hops.size()) return atBastion(m_host, m_hops[fault].name, *why);
  return why;
}

// The first one on the path that has ended gives the reason: all behind it ended with it.
QCoro::Task<Error> LinkPath::untilLost(std::stop_token stop) {
  std::optional<QDeadlineTimer> settled;
  while (!stop.stop_requested()) {
    std::optional<Error> why;
    std::size_t number = 0;
    while (number < m_hops.size() && !why) why = lostAt(number++);
    // An earlier one may be detected as silent a moment later, or the end of a program may be
    // noticed.
    const bool isAlone = number == 1 && !m_hops[0].carrier;
    if (why && !settled) settled = QDeadlineTimer(isAlone ? milliseconds(0) : settlingTime);
    if (why && (isAlone || settled->hasExpired())) co_return *why;
    co_await m_waiter.wait(stop, settled.value_or(QDeadlineTimer(QDeadlineTimer::Forever)));
  }
  co_return cancelledError();
}

}  // namespace trainyard
