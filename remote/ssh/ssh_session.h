// SPDX-License-Identifier: GPL-3.0-or-later
// A session with a host, in its own thread, the only one that uses libssh: a login, then channels
// until it is ended.
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
  // `changed` is woken when the login has a question, when it has its outcome and when the session
  // ended; it must outlive the session.
  SshSession(LoginRequest request, Waiter& changed);
  // Ends the session and its thread, which takes milliseconds.
  ~SshSession();
  SshSession(const SshSession&) = delete;
  SshSession& operator=(const SshSession&) = delete;

  std::optional<LoginOutcome> login() const;  // nothing while it is in progress
  std::optional<Error> ended() const;         // why it ended after the login
  // For SshChannel.
  std::shared_ptr<SessionInbox> inbox() const { return m_inbox; }
  // The questions of the login.
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
