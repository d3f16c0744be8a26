// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_session.h"

#include <csignal>

#include "remote/ssh/session_loop.h"

namespace trainyard {

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
