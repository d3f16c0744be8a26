// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_link.h"

#include <algorithm>
#include <utility>

#include <QRandomGenerator>
#include <QScopeGuard>

#include "engine/system/unix_time.h"
#include "remote/process/command_line.h"
#include "remote/ssh/login/password_change.h"
#include "remote/ssh/channels/login_error.h"
#include "remote/ssh/channels/remote_script.h"
#include "remote/ssh/channels/run_script.h"

namespace trainyard {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds wholeLoginTime{100}, pathTime{10}, maxPause{60}, shortPause{3};

// Exponential with full jitter, so that recovering hosts are not contacted by all clients at once.
milliseconds pauseAfter(int failures) {
  const qint64 longest =
      std::min<qint64>(milliseconds(maxPause).count(), 1000LL << std::min(failures, 6));
  return milliseconds(QRandomGenerator::global()->bounded(longest));
}

bool needsPerson(const Error& error) { return error.kind != ErrorKind::unreachable; }

// Mentions a rule of the configuration that is not supported here, as it may be the cause.
Error withRulesLeftOut(const Error& error, const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& warning : warnings)
    if (warning.code == "ssh_config.match_left_out" || warning.code == "ssh_config.word_left_out")
      for (const auto& [name, value] : error.arguments)
        if (name == "why") {
          const Map left_out{
              {"why", value},
              {"left_out", as_argument(make_error(warning.code, warning.arguments))}};
          Map arguments = error.arguments;
          for (auto& [key, argument] : arguments)
            if (key == "why") argument = as_argument(make_error("login.left_out", left_out));
          return make_error(error.code, std::move(arguments), error.exit_code);
        }
  return error;
}

// Cleans up a transport that is no longer used.
struct CarrierGuard {
  TaskGroup& tasks;
  std::unique_ptr<Transport>& carrier;
  ~CarrierGuard() {
    if (carrier) tasks.start(finishTransport(std::move(carrier)));
  }
};

}  // namespace

SshOperation::SshOperation(SshLink& link, std::stop_token stop, Kind kind)
    : m_link(link), m_kind(kind), m_onCallersStop(std::move(stop), Forward{m_stop}) {
  m_link.m_operations.insert(this);
  if (m_link.m_isFinished) m_stop.request_stop();
}

SshOperation::~SshOperation() {
  m_link.m_operations.erase(this);
  m_link.m_operationEnded.wake();
  QMetaObject::invokeMethod(&m_link, &SshLink::disconnectIfIdle, Qt::QueuedConnection);
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
  m_state.arguments = why ? why->arguments : Map();
  m_state.nextTry = nextTry;
  m_state.neededInteraction = link == Link::connected && m_login.neededInteraction;
  wakeOperations();
  emit stateChanged();
}

// Records a failed login with its reason: waiting callers check both.
void SshLink::fail(Error why) {
  m_failures.last = std::move(why);
  ++m_failures.logins;
}

void SshLink::wakeOperations() {
  for (SshOperation* operation : m_operations) operation->m_waiter.wake();
}

void SshLink::start() {
  m_isKeeping = true;
  m_isClicked = m_isLeft = false;
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
    // Withdraws a question that nobody is waiting for any more.
    ~Count() {
      if (--link.m_waiting == 0) link.m_questions.stop.request_stop();
    }
  } count(*this);
  const int failures = m_failures.logins;
  const auto askedBefore = asked();
  while (true) {
    operation.m_asked = asked() - askedBefore;
    if (operation.token().stop_requested()) co_return cancelledError();
    if (m_state.link == Link::connected && !m_path.isEmpty() && !m_path.inbox()->isOver())
      co_return m_path.inbox();
    if (m_failures.logins != failures) co_return Error(*m_failures.last);
    const bool isClick = std::exchange(wish, Wish::operation) == Wish::click;
    if (m_state.link == Link::refused && !isClick && m_failures.last)
      co_return Error(*m_failures.last);
    if (!m_isKeeping && (m_login.neededInteraction || m_isLeft) && !isClick && m_failures.last)
      co_return Error(*m_failures.last);
    if (!m_isKeeping) {
      start();
    } else if (m_state.link == Link::waiting) {
      if (isClick)
        m_isClicked = true;
      else if (m_failures.last &&
               m_state.nextTry - unix_time() > std::chrono::duration<double>(shortPause).count())
        co_return Error(*m_failures.last);
      if (isClick) m_keeper.wake();
    }
    const bool isAsking = m_questions.open > 0;
    const QDeadlineTimer late =
        isAsking ? QDeadlineTimer(QDeadlineTimer::Forever) : operation.extended(deadline);
    const Waited waited = co_await operation.m_waiter.wait(operation.token(), late);
    if (waited == Waited::deadline && m_questions.open == 0)
      co_return unreachableError(m_settings.host, make_error("login.late", {}));
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
      m_disconnectsWhenIdle = false;
      set(Link::connected);
      const Error lost = co_await m_path.untilLost(stop);
      m_path.drop();
      if (!stop.stop_requested())
        m_failures.last = m_login.neededInteraction ? logInAgain(lost) : lost;
    } else if (!stop.stop_requested()) {
      fail(result.error());
      ++failures;
    }
    if (stop.stop_requested()) break;
    // A single refusal may be a temporary problem of the server if nothing was changed; a second
    // one in a row is not.
    if (m_login.neededInteraction ||
        (needsPerson(*m_failures.last) &&
         (mayAsk || m_failures.last->code != "host.refused" || ++refusals >= 2))) {
      m_isKeeping = false;
      set(Link::refused, m_failures.last);
      co_return;
    }
    const QDeadlineTimer pause(pauseAfter(failures));
    set(Link::waiting, m_failures.last,
        unix_time() + static_cast<double>(pause.remainingTime()) / 1000);
    while (!m_isClicked && !pause.hasExpired() && !stop.stop_requested())
      co_await m_keeper.wait(stop, pause);
    mayAsk = std::exchange(m_isClicked, false);
  }
  m_path.drop();
  m_isKeeping = false;
  set(Link::none);
}

QCoro::Task<Result<void>> SshLink::logIn(bool mayAsk, std::stop_token stop, bool isNewPassword) {
  CO_TRY(const auto path, readSshPath(m_settings.host, m_settings.sshConfig));
  m_login = {};
  for (std::size_t i = 0; i < path.size(); ++i) {
    auto there = co_await logInToHop(path[i], i == 0, mayAsk, stop);
    if (there) continue;
    m_path.drop();
    const Error why = withRulesLeftOut(there.error(), path[i].warnings);
    if (i + 1 == path.size()) co_return why;
    co_return atBastion(m_settings.host, path[i].alias, why);
  }
  // Only once, even if it fails: a login shell that hangs must not delay every reconnect.
  if (std::exchange(m_loginPath.isAsked, true)) co_return {};
  const auto learned = co_await learnPath(stop);
  if (learned || learned.error().code != "host.password_expired" || !mayAsk || isNewPassword)
    co_return {};
  const auto changed = co_await choosePassword(path.back(), stop);
  m_path.drop();
  m_loginPath.isAsked = false;
  if (!changed) co_return refusedError(m_settings.host, changed.error());
  co_return co_await logIn(mayAsk, stop, true);
}

QCoro::Task<Result<void>> SshLink::choosePassword(SshSettings settings, std::stop_token stop) {
  LoginQuestion about;
  about.host = settings.host;
  about.port = settings.port;
  about.user = settings.user;
  about.connectedAt = unix_time();
  AskPerson ask = [this](LoginQuestion question, std::stop_token ended) {
    return answerTo(std::move(question), std::move(ended));
  };
  co_return co_await changePassword(m_path.inbox(), std::move(about), std::move(ask), stop);
}

QCoro::Task<Result<void>> SshLink::logInToHop(const SshSettings& settings, bool isFirst,
                                              bool mayAsk, std::stop_token stop) {
  LoginRequest request;
  request.settings = settings;
  request.acceptedKeys = m_acceptedKeys[hostKeyName(settings)];
  request.ring = m_settings.keys;
  request.mayAsk = mayAsk;
  CO_TRY(auto carrier, co_await m_path.open(request, isFirst, stop));
  const CarrierGuard guard{m_tasks, carrier};  // after its session
  auto session = std::make_unique<SshSession>(request, m_keeper);
  CO_TRY(const auto outcome, co_await converse(*session, stop));
  m_acceptedKeys[hostKeyName(settings)].append(outcome.acceptedKeys);
  m_login.warnings.insert(m_login.warnings.end(), settings.warnings.begin(),
                          settings.warnings.end());
  m_login.warnings.insert(m_login.warnings.end(), outcome.warnings.begin(), outcome.warnings.end());
  if (outcome.kind == LoginOutcome::Kind::loggedIn) {
    m_login.neededInteraction = m_login.neededInteraction || outcome.neededInteraction;
    m_path.add({settings.alias, std::move(carrier), std::move(session)});
    co_return {};
  }
  session.reset();
  if (outcome.kind == LoginOutcome::Kind::unreachable && carrier)
    if (const auto why = co_await m_path.whyNotCarried(*carrier, stop))
      co_return isFirst ? *why : atBastion(m_settings.host, m_path.lastName(), *why);
  co_return outcome.error;
}

// Waits until the login is over; its questions are passed to the user meanwhile, and our own
// deadline is paused while one is open.
QCoro::Task<Result<LoginOutcome>> SshLink::converse(SshSession& session, std::stop_token stop) {
  std::stop_source end;  // for the questions
  const auto withdraw = qScopeGuard([&] { end.request_stop(); });
  const auto askedBefore = asked();
  const QDeadlineTimer deadline(wholeLoginTime);
  while (true) {
    if (auto outcome = session.login()) co_return std::move(*outcome);
    if (auto question = session.prompts()->take())
      m_tasks.start(ask(session.prompts(), std::move(*question), end.get_token()));
    const QDeadlineTimer now = m_questions.open > 0 ? QDeadlineTimer(QDeadlineTimer::Forever)
                                                    : deadline + (asked() - askedBefore).count();
    const Waited waited = co_await m_keeper.wait(stop, now);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::deadline)
      co_return unreachableError(m_settings.host, make_error("login.late", {}));
  }
}

QCoro::Task<void> SshLink::ask(std::shared_ptr<LoginPrompts> mailbox, LoginQuestion question,
                               std::stop_token stop) {
  auto answer = co_await answerTo(std::move(question), stop);
  mailbox->answer(std::move(answer));
  m_keeper.wake();
}

QCoro::Task<Result<LoginAnswer>> SshLink::answerTo(LoginQuestion question, std::stop_token stop) {
  question.target = m_settings.target;
  if (m_questions.open++ == 0) m_questions.since.start();
  m_questions.stop = std::stop_source();
  std::stop_source asking = m_questions.stop;
  const std::stop_callback onStop(stop, [asking]() mutable { asking.request_stop(); });
  if (m_waiting == 0) asking.request_stop();
  auto answer = co_await m_ask(std::move(question), asking.get_token());
  if (m_questions.open == 1)
    m_questions.asked += std::chrono::milliseconds(m_questions.since.elapsed());
  --m_questions.open;
  wakeOperations();
  co_return answer;
}

milliseconds SshLink::asked() const {
  return m_questions.open > 0 ? m_questions.asked + milliseconds(m_questions.since.elapsed())
                              : m_questions.asked;
}

Error SshLink::logInAgain(const Error& lost) const {
  for (const auto& [name, value] : lost.arguments)
    if (name == "why")
      return needsPersonError(m_settings.host, make_error("login.again", {{"why", value}}));
  return needsPersonError(m_settings.host, make_error("login.again", {{"why", as_argument(lost)}}));
}

// At some sites only a login shell has the complete PATH (with Slurm's commands). Every shell
// supports -l and commands on its input.
QCoro::Task<Result<void>> SshLink::learnPath(std::stop_token stop) {
  const QByteArray mark = wrapScript({}, Readers::owner).sentinel;
  ScriptOptions options;
  const QByteArray line = "/bin/sh -c 'printf \"%s%s%s\" " + mark + " \"$PATH\" " + mark + "'";
  options.script = "printf '%s\\n' " + quoteForShell(line) + " | \"${SHELL:-/bin/sh}\" -l\n";
  options.host = m_settings.host;
  options.what = make_error("login.shell", {{"host", m_settings.host.toStdString()}});
  options.outputLimitBytes = 1 << 20;
  Waiter waiter;
  auto output = co_await runScript(m_path.inbox(), options, waiter, stop, QDeadlineTimer(pathTime));
  if (!output) co_return output.error();
  const qsizetype begin = output->out.indexOf(mark) + mark.size(),
                  end = output->out.lastIndexOf(mark);
  if (begin < mark.size() || end <= begin) co_return {};
  const QByteArray path = output->out.mid(begin, end - begin);
  if (path.startsWith('/') && !path.contains('\n') && path.size() < 32768) m_loginPath.text = path;
  co_return {};
}

void SshLink::disconnectWhenIdle() {
  m_disconnectsWhenIdle = true;
  disconnectIfIdle();
}

void SshLink::disconnectIfIdle() {
  const bool isIdle = std::all_of(
      m_operations.begin(), m_operations.end(),
      [](const SshOperation* each) { return each->m_kind == SshOperation::Kind::background; });
  if (isIdle && std::exchange(m_disconnectsWhenIdle, false)) disconnect();
}

void SshLink::disconnect() {
  m_keeping.request_stop();
  m_acceptedKeys.clear();
  m_loginPath.isAsked = false;
  // Callers waiting for this login would otherwise start the next one.
  fail(unreachableError(m_settings.host, make_error("login.disconnected", {})));
  wakeOperations();
  if (!m_isKeeping) set(Link::none);
}

void SshLink::leave() {
  m_isLeft = true;
  disconnect();
}

QCoro::Task<void> SshLink::finish() {
  m_isFinished = true;
  for (SshOperation* operation : std::set(m_operations)) operation->m_stop.request_stop();
  while (!m_operations.empty()) co_await m_operationEnded.wait({});
  co_await m_tasks.finish();
}

}  // namespace trainyard
