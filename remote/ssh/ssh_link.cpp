#include "remote/ssh/ssh_link.h"

#include <algorithm>
#include <utility>

#include <QHostAddress>
#include <QHostInfo>
#include <QRandomGenerator>

#include "engine/contract/unix_time.h"
#include "remote/process/command_line.h"
#include "remote/ssh/remote_script.h"
#include "remote/ssh/run_script.h"

namespace trainyard {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds resolveTime{20}, wholeLoginTime{100}, pathTime{10}, longestPause{60},
    shortPause{3};
constexpr int passphraseTries = 3;

// Doubling, with full jitter: hosts that came back are not stormed by all at once.
milliseconds pauseAfter(int failures) {
  const qint64 longest =
      std::min<qint64>(milliseconds(longestPause).count(), 1000LL << std::min(failures, 6));
  return milliseconds(QRandomGenerator::global()->bounded(longest));
}

Error refusedError(const SshSettings& settings, const QString& sentence) {
  return Error{"host.refused",
               {{"host", settings.host.toStdString()}, {"port", std::int64_t{settings.port}}},
               sentence.toStdString(),
               ExitCode::unreachable};
}

bool needsPerson(const Error& error) { return error.code != "host.unreachable"; }

}  // namespace

SshOperation::SshOperation(SshLink& link, std::stop_token stop)
    : m_link(link), m_onCallersStop(std::move(stop), Forward{m_stop}) {
  m_link.m_operations.insert(this);
  if (m_link.m_isFinished) m_stop.request_stop();
}

SshOperation::~SshOperation() {
  m_link.m_operations.erase(this);
  m_link.m_operationEnded.wake();
}

SshLink::SshLink(SshHostSettings settings, AskPerson ask, QObject* parent)
    : QObject(parent), m_settings(std::move(settings)), m_ask(std::move(ask)) {
  if (!m_settings.keys) m_settings.keys = std::make_shared<KeyRing>();
  m_state.since = unix_time();
}

void SshLink::set(Link link, const std::optional<Error>& why, double nextTry) {
  if (link != m_state.link) m_state.since = unix_time();
  m_state.link = link;
  m_state.reason = why ? QString::fromStdString(why->message) : QString();
  m_state.code = why ? why->code : std::string();
  m_state.nextTry = nextTry;
  wakeOperations();
  emit stateChanged();
}

void SshLink::wakeOperations() {
  for (SshOperation* operation : m_operations) operation->m_waiter.wake();
}

void SshLink::start() {
  m_isKeeping = true;
  m_isClicked = false;
  m_keeping = std::stop_source();
  set(Link::connecting);
  m_tasks.start(keep(m_keeping.get_token()));
}

QCoro::Task<Result<std::shared_ptr<SessionInbox>>> SshLink::inbox(SshOperation& operation,
                                                                  QDeadlineTimer deadline,
                                                                  Wish wish) {
  struct Count {
    SshLink& link;
    explicit Count(SshLink& l) : link(l) { ++link.m_waiting; }
    // A question that nobody waits for any more is taken back.
    ~Count() {
      if (--link.m_waiting == 0) link.m_asking.request_stop();
    }
  } count(*this);
  const int failures = m_failures;
  while (true) {
    if (operation.token().stop_requested()) co_return cancelledError();
    if (m_state.link == Link::connected && m_session && !m_session->inbox()->isOver())
      co_return m_session->inbox();
    if (m_failures != failures) co_return Error(*m_failure);
    const bool isClick = std::exchange(wish, Wish::operation) == Wish::click;
    if (m_state.link == Link::refused && !isClick && m_failure) co_return Error(*m_failure);
    if (!m_isKeeping) {
      start();
    } else if (m_state.link == Link::waiting) {
      if (isClick)
        m_isClicked = true;
      else if (m_failure &&
               m_state.nextTry - unix_time() > std::chrono::duration<double>(shortPause).count())
        co_return Error(*m_failure);
      if (isClick) m_keeper.wake();
    }
    const Waited waited = co_await operation.m_waiter.wait(operation.token(), deadline);
    if (waited == Waited::deadline)
      co_return Error{
          "host.unreachable",
          {},
          QStringLiteral("'%1' was not connected in time").arg(m_settings.host).toStdString(),
          ExitCode::unreachable};
  }
}

QCoro::Task<void> SshLink::keep(std::stop_token stop) {
  const std::stop_callback onGroupsEnd(m_tasks.token(), [this] { m_keeping.request_stop(); });
  bool mayAsk = true;
  int failures = 0, refusals = 0;
  while (!stop.stop_requested()) {
    set(Link::connecting);
    Result<void> result = co_await logIn(mayAsk, stop);
    if (result) {
      failures = refusals = 0;
      set(Link::connected);
      while (!m_session->ended() && !stop.stop_requested()) co_await m_keeper.wait(stop);
      if (!stop.stop_requested()) result = *m_session->ended();
      m_session.reset();
    } else {
      ++m_failures;
      ++failures;
    }
    if (stop.stop_requested()) break;
    m_failure = result.error();
    // A refusal may be the server's hiccup when nobody changed anything; a second one in a row is
    // not.
    if (needsPerson(*m_failure) &&
        (mayAsk || m_failure->code != "host.refused" || ++refusals >= 2)) {
      m_isKeeping = false;
      set(Link::refused, m_failure);
      co_return;
    }
    const QDeadlineTimer pause(pauseAfter(failures));
    set(Link::waiting, m_failure, unix_time() + static_cast<double>(pause.remainingTime()) / 1000);
    while (!m_isClicked && !pause.hasExpired() && !stop.stop_requested())
      co_await m_keeper.wait(stop, pause);
    mayAsk = std::exchange(m_isClicked, false);
  }
  m_session.reset();
  m_isKeeping = false;
  set(Link::none);
}

QCoro::Task<Result<void>> SshLink::logIn(bool mayAsk, std::stop_token stop) {
  auto settings = readSshSettings(m_settings.host, m_settings.sshConfig);
  if (!settings) co_return settings.error();
  if (!settings->proxy.isEmpty())
    co_return refusedError(
        *settings,
        QStringLiteral("'%1' is reached through another host (%2 in the ssh configuration), which "
                       "is not supported yet: name a host that is reached directly")
            .arg(m_settings.host, settings->proxy));
  auto addresses = co_await resolve(*settings, stop);
  if (!addresses) co_return addresses.error();
  LoginRequest request{*settings, *addresses, m_acceptedKeys, m_settings.keys};
  while (true) {
    auto session = std::make_unique<SshSession>(request, m_keeper);
    const QDeadlineTimer deadline(wholeLoginTime);
    while (!session->login()) {
      const Waited waited = co_await m_keeper.wait(stop, deadline);
      if (waited == Waited::stopped) co_return cancelledError();
      if (waited == Waited::deadline)
        co_return unreachableError(*settings, QStringLiteral("the login took too long"));
    }
    const LoginOutcome outcome = *session->login();
    m_warnings = settings->warnings + outcome.warnings;
    if (outcome.kind == LoginOutcome::Kind::loggedIn) {
      m_session = std::move(session);
      // Once, also when it fails: a login shell that hangs must not hold up every reconnect.
      if (!std::exchange(m_isPathAsked, true)) co_await learnPath(stop);
      co_return {};
    }
    session.reset();
    if (outcome.kind == LoginOutcome::Kind::unreachable ||
        outcome.kind == LoginOutcome::Kind::refused)
      co_return outcome.error;
    auto answered = co_await answer(outcome, request, mayAsk, stop);
    if (!answered) co_return answered.error();
  }
}

QCoro::Task<Result<void>> SshLink::answer(const LoginOutcome& outcome, LoginRequest& request,
                                          bool mayAsk, std::stop_token stop) {
  const bool isKey = outcome.kind == LoginOutcome::Kind::hostKey;
  if (!mayAsk)
    co_return Error{
        "host.needs_person",
        {},
        QStringLiteral("'%1' can not be logged in to again by itself: %2. Connect again")
            .arg(request.settings.alias,
                 isKey ? QStringLiteral("its host key is not known any more")
                       : QStringLiteral("the passphrase of %1 is needed").arg(outcome.keyFile))
            .toStdString(),
        ExitCode::unreachable};
  if (isKey) co_return co_await answerHostKey(outcome.hostKey, request, stop);
  co_return co_await answerPassphrase(outcome.keyFile, request, stop);
}

QCoro::Task<Result<SshAnswer>> SshLink::ask(SshQuestion question, std::stop_token stop) {
  m_asking = std::stop_source();
  const std::stop_callback onStop(stop, [this] { m_asking.request_stop(); });
  if (m_waiting == 0) m_asking.request_stop();
  auto answer = co_await m_ask(std::move(question), m_asking.get_token());
  co_return answer;
}

QCoro::Task<Result<void>> SshLink::answerHostKey(const HostKey& key, LoginRequest& request,
                                                 std::stop_token stop) {
  const SshSettings& settings = request.settings;
  SshQuestion question{SshQuestion::Kind::hostKey,
                       m_settings.target,
                       settings.host,
                       settings.port,
                       QString::fromLatin1(key.type),
                       key.fingerprint(),
                       {},
                       0};
  auto answer = co_await ask(std::move(question), stop);
  if (!answer) co_return answer.error();
  if (answer->kind != SshAnswer::Kind::once && answer->kind != SshAnswer::Kind::trusted)
    co_return refusedError(
        settings,
        QStringLiteral("'%1' (%2, port %3) is not logged in to: its host key %4 was not trusted")
            .arg(settings.alias, settings.host)
            .arg(settings.port)
            .arg(key.fingerprint()));
  m_acceptedKeys.append(key);
  request.acceptedKeys.append(key);
  if (answer->kind != SshAnswer::Kind::trusted || settings.knownHostsFiles.isEmpty()) co_return {};
  const QString name = settings.hostKeyAlias.isEmpty()
                           ? knownHostsName(settings.host, settings.port)
                           : settings.hostKeyAlias;
  co_return appendKnownHost(settings.knownHostsFiles.first(), name, key);
}

QCoro::Task<Result<void>> SshLink::answerPassphrase(const QString& keyFile, LoginRequest& request,
                                                    std::stop_token stop) {
  const SshSettings& settings = request.settings;
  if (m_settings.keys->wrongTries(keyFile) >= passphraseTries) {
    m_settings.keys->forgetWrongTries(keyFile);
    co_return refusedError(
        settings,
        QStringLiteral("'%1' is not logged in to: the passphrase of %2 was wrong %3 times")
            .arg(settings.alias, keyFile)
            .arg(passphraseTries));
  }
  SshQuestion question{SshQuestion::Kind::passphrase,
                       m_settings.target,
                       settings.host,
                       settings.port,
                       {},
                       {},
                       keyFile,
                       m_settings.keys->wrongTries(keyFile)};
  auto answer = co_await ask(std::move(question), stop);
  if (!answer) co_return answer.error();
  if (answer->kind != SshAnswer::Kind::secret)
    co_return refusedError(
        settings, QStringLiteral("'%1' is not logged in to: no passphrase was given for %2")
                      .arg(settings.alias, keyFile));
  m_settings.keys->setPassphrase(keyFile, std::move(answer->secret));
  co_return {};
}

QCoro::Task<Result<QStringList>> SshLink::resolve(const SshSettings& settings,
                                                  std::stop_token stop) {
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
    co_return unreachableError(settings,
                               QStringLiteral("its name was not found in time; check the network"));
  }
  QStringList addresses;
  for (const QHostAddress& address : found->addresses()) addresses << address.toString();
  if (addresses.isEmpty())
    co_return unreachableError(
        settings, QStringLiteral("no such host name is known; check its spelling and the network"));
  co_return addresses;
}

// Only a login shell has it in full at some sites (Slurm's commands among it). Every shell takes -l
// and commands on its input.
QCoro::Task<void> SshLink::learnPath(std::stop_token stop) {
  const QByteArray mark = wrapScript({}).sentinel;
  ScriptOptions options;
  const QByteArray line = "/bin/sh -c 'printf \"%s%s%s\" " + mark + " \"$PATH\" " + mark + "'";
  options.script = "printf '%s\\n' " + quoteForShell(line) + " | \"${SHELL:-/bin/sh}\" -l\n";
  options.what = QStringLiteral("a login shell on '%1'").arg(m_settings.host);
  options.outputLimitBytes = 1 << 20;
  Waiter waiter;
  auto output =
      co_await runScript(m_session->inbox(), options, waiter, stop, QDeadlineTimer(pathTime));
  if (!output) co_return;
  const qsizetype begin = output->out.indexOf(mark) + mark.size(),
                  end = output->out.lastIndexOf(mark);
  if (begin < mark.size() || end <= begin) co_return;
  const QByteArray path = output->out.mid(begin, end - begin);
  if (path.startsWith('/') && !path.contains('\n') && path.size() < 32768) m_loginPath = path;
}

void SshLink::disconnect() {
  m_keeping.request_stop();
  m_acceptedKeys.clear();
  m_isPathAsked = false;
  if (!m_isKeeping) set(Link::none);
}

QCoro::Task<void> SshLink::finish() {
  m_isFinished = true;
  for (SshOperation* operation : std::set(m_operations)) operation->m_stop.request_stop();
  while (!m_operations.empty()) co_await m_operationEnded.wait({});
  co_await m_tasks.finish();
}

}  // namespace trainyard
