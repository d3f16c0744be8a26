// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_session.h"

#include <libssh/libssh.h>
#include <libssh/server.h>  // ssh_send_keepalive
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <list>
#include <vector>

#include "remote/ssh/channels/channel_worker.h"
#include "remote/ssh/liveness.h"
#include "remote/ssh/config/ssh_settings.h"
#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

// The loop of an authenticated session: one poll over its socket and its inbox; then every channel
// gets its turn. No call in it blocks, so a slow channel does not delay others.
class SessionLoop {
 public:
  // `session` is authenticated and non-blocking.
  SessionLoop(ssh_session session, SessionInbox& inbox, const SshSettings& settings);
  // Runs until the inbox is stopped or the connection is lost; returns why, after ending all
  // channels with that error.
  Error run();

 private:
  void sleep(bool hasMore);
  void receive();
  bool serveChannels();
  int openPrograms() const;
  bool mayOpenProgram() const;
  void learnFromRefusal(ChannelWorker& refused);
  void noteProgramsEnd();
  void askForLife();
  std::optional<Error> trouble();
  Error finish(Error why);

  ssh_session m_session;
  SessionInbox& m_inbox;
  const SshSettings& m_settings;
  ssh_event m_event;
  struct ssh_counter_struct m_socketCounter{}, m_packetCounter{};
  Liveness m_liveness;
  std::vector<pollfd> m_polled;
  std::list<std::unique_ptr<ChannelWorker>> m_channels;
  // Servers limit the number of programs (10 by default, 2 at strict sites) and do not report the
  // limit: it is learned from a refusal, and later one more is tried.
  int m_programBudget = firstProgramBudget, m_refusals = 0;
  bool m_isClearing = false;  // the last refusal may be due to programs that were just ending
  std::chrono::steady_clock::time_point m_refusedAt{}, m_programEndedAt{};

  static constexpr int firstProgramBudget = 6;
};

constexpr auto refusalPause = std::chrono::milliseconds(500),
               budgetMemory = std::chrono::milliseconds(30000),
               clearingTime = std::chrono::milliseconds(2000);
constexpr int maxRefusal = 10;

SessionLoop::SessionLoop(ssh_session session, SessionInbox& inbox, const SshSettings& settings)
    : m_session(session), m_inbox(inbox), m_settings(settings), m_event(ssh_event_new()) {
  ssh_event_add_session(m_event, m_session);
  ssh_set_counters(m_session, &m_socketCounter, &m_packetCounter);
}

Error SessionLoop::run() {
  bool hasMore = false;
  while (true) {
    sleep(hasMore);
    for (auto& mail : m_inbox.take())
      m_channels.push_back(std::make_unique<ChannelWorker>(m_session, std::move(mail)));
    receive();
    if (m_inbox.isStopped())
      return finish(unreachableError(m_settings.alias, make_error("login.session_ended", {})));
    if (auto error = trouble()) return finish(std::move(*error));
    // Serving one channel may bring data for another that already had its turn.
    const auto received = m_packetCounter.in_packets;
    hasMore = serveChannels();
    hasMore |= m_packetCounter.in_packets != received;
  }
}

void SessionLoop::sleep(bool hasMore) {
  const bool wantsToSend = (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0;
  m_polled = {{ssh_get_fd(m_session), static_cast<short>(POLLIN | (wantsToSend ? POLLOUT : 0)), 0},
              {m_inbox.descriptor(), POLLIN, 0}};
  auto pause = m_liveness.untilNext(Liveness::Clock::now());
  const auto sinceRefusal = std::chrono::steady_clock::now() - m_refusedAt;
  if (m_refusals > 0 || (m_isClearing && sinceRefusal <= refusalPause))
    pause = std::min(pause, refusalPause);
  for (const auto& channel : m_channels) {
    channel->addTo(m_polled);
    pause = std::min(pause, channel->maxPause());
  }
  ::poll(m_polled.data(), m_polled.size(), hasMore ? 0 : static_cast<int>(pause.count()));
}

void SessionLoop::receive() {
  // Each iteration reads 4 KB; the limit lets channels have their turns.
  for (int round = 0; round < 256; ++round)
    if (ssh_event_dopoll(m_event, 0) != SSH_OK) break;
}

std::optional<Error> SessionLoop::trouble() {
  const bool isGone = !ssh_is_connected(m_session) ||
                      (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0 ||
                      ssh_get_fd(m_session) < 0;
  if (isGone) {
    // An earlier error, such as a channel that failed to open, is not the reason for the end.
    const std::string said = ssh_get_error_code(m_session) == SSH_FATAL
                                 ? printableText(ssh_get_error(m_session))
                                 : std::string("-");
    return unreachableError(m_settings.alias,
                            said == "-" ? make_error("login.session_gone", {})
                                        : make_error("login.session_lost", {{"said", said}}));
  }
  const auto now = Liveness::Clock::now();
  const auto verdict =
      m_liveness.check(m_socketCounter.in_bytes, now, std::chrono::system_clock::now());
  if (verdict == Liveness::Verdict::ask) askForLife();
  if (verdict == Liveness::Verdict::dead)
    return unreachableError(
        m_settings.alias,
        make_error("login.silent",
                   {{"seconds", static_cast<std::int64_t>(m_liveness.silentFor(now).count())}}));
  return {};
}

void SessionLoop::askForLife() {
  // The call only collects the answer to an earlier request, if there is one, and then sends
  // nothing; in a non-blocking session it never waits.
  for (int i = 0; i < 2; ++i) {
    const auto sent = m_packetCounter.out_packets;
    ssh_send_keepalive(m_session);
    if (m_packetCounter.out_packets != sent) break;
  }
}

int SessionLoop::openPrograms() const {
  return static_cast<int>(
      std::count_if(m_channels.begin(), m_channels.end(),
                    [](const auto& channel) { return channel->holdsProgram(); }));
}

bool SessionLoop::mayOpenProgram() const {
  const int open = openPrograms();
  const auto sinceRefusal = std::chrono::steady_clock::now() - m_refusedAt;
  if (m_refusals > 0 && open == 0) return sinceRefusal >= refusalPause;
  const auto memory = m_isClearing ? refusalPause : budgetMemory;
  return open < m_programBudget || (open < firstProgramBudget && sinceRefusal >= memory);
}

void SessionLoop::learnFromRefusal(ChannelWorker& refused) {
  const int open = openPrograms();
  m_programBudget = std::max(1, open);
  m_refusedAt = std::chrono::steady_clock::now();
  if (open > 0) m_inbox.setProgramLimit(open);
  // The server may still be cleaning up what has just ended. While another program keeps running,
  // it would otherwise take long to notice that there is room again.
  m_isClearing = m_refusedAt - m_programEndedAt < clearingTime;
  m_refusals = open == 0 ? m_refusals + 1 : 0;
  if (m_refusals > maxRefusal) refused.refuse();
}

void SessionLoop::noteProgramsEnd() {
  m_refusals = 0;
  m_programEndedAt = std::chrono::steady_clock::now();
}

bool SessionLoop::serveChannels() {
  bool hasMore = false;
  for (auto next = m_channels.begin(); next != m_channels.end();) {
    ChannelWorker& channel = **next;
    const bool heldProgram = channel.holdsProgram();
    const auto state = channel.serve(mayOpenProgram());
    if (state == ChannelWorker::State::refused)
      learnFromRefusal(channel);
    else if (heldProgram && !channel.holdsProgram())
      noteProgramsEnd();
    // Another channel may be waiting for its slot.
    hasMore |=
        state == ChannelWorker::State::more || (heldProgram && state == ChannelWorker::State::over);
    next = state == ChannelWorker::State::over ? m_channels.erase(next) : std::next(next);
  }
  return hasMore;
}

Error SessionLoop::finish(Error why) {
  for (auto& mail : m_inbox.close(why)) {
    const std::lock_guard lock(mail->mutex);
    mail->end(why);
  }
  for (auto& channel : m_channels) channel->abort(why);
  m_channels.clear();
  ssh_event_remove_session(m_event, m_session);
  ssh_event_free(m_event);
  return why;
}

}  // namespace

SshSession::SshSession(LoginRequest request, Waiter& changed)
    : m_prompts(std::make_shared<LoginPrompts>(m_inbox, changed)), m_changed(changed) {
  m_thread = std::thread([this, request = std::move(request)] { work(request); });
}

SshSession::~SshSession() {
  m_inbox->stop();
  m_thread.join();
}

std::optional<LoginOutcome> SshSession::login() const {
  const std::lock_guard lock(m_mutex);
  return m_login;
}

std::optional<Error> SshSession::ended() const {
  const std::lock_guard lock(m_mutex);
  return m_ended;
}

void SshSession::work(const LoginRequest& request) {
  // Here, a program that has ended is reported as a write error.
  sigset_t broken;
  ::sigemptyset(&broken);
  ::sigaddset(&broken, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken, nullptr);
  SshSessionPointer session;
  LoginOutcome outcome = logIn(request, *m_inbox, *m_prompts, session);
  const bool isLoggedIn = outcome.kind == LoginOutcome::Kind::loggedIn;
  {
    const std::lock_guard lock(m_mutex);
    m_login = std::move(outcome);
  }
  m_changed.wake();
  if (!isLoggedIn) return;

  const Error why = SessionLoop(session.get(), *m_inbox, request.settings).run();
  session.reset();
  {
    const std::lock_guard lock(m_mutex);
    m_ended = why;
  }
  m_changed.wake();
}

}  // namespace trainyard
