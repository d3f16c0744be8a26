// SPDX-License-Identifier: GPL-3.0-or-later
// One session with a host, in a thread of its own that alone touches libssh: a login, then channels
// until somebody ends it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "remote/ssh/login/login.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class SshSession {
 public:
  // `changed` is woken when the login asks something, when it has its outcome and when the session
  // ended; it outlives the session.
  SshSession(LoginRequest request, Waiter& changed);
  // Ends the session and its thread, which takes milliseconds.
  ~SshSession();
  SshSession(const SshSession&) = delete;
  SshSession& operator=(const SshSession&) = delete;

  std::optional<LoginOutcome> login() const;  // nothing as long as it goes on
  std::optional<Error> ended() const;         // why, once it was logged in
  // For SshChannel.
  std::shared_ptr<SessionInbox> inbox() const { return m_inbox; }
  // What the login asks.
  std::shared_ptr<LoginPrompts> prompts() const { return m_prompts; }

 private:
  void work(const LoginRequest& request);

  std::shared_ptr<SessionInbox> m_inbox = std::make_shared<SessionInbox>();
  std::shared_ptr<LoginPrompts> m_prompts;
  Waiter& m_changed;
  mutable std::mutex m_mutex;
  std::optional<LoginOutcome> m_login;
  std::optional<Error> m_ended;
  std::thread m_thread;
};

}  // namespace trainyard
