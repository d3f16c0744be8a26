// SPDX-License-Identifier: GPL-3.0-or-later
// Passes the questions of a login to the user and back: the session's thread asks and waits, Qt's
// thread takes the question and returns the answer. One question at a time, any number of them.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "remote/process/waiter.h"
#include "remote/ssh/login/login_question.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class LoginPrompts {
 public:
  // `asked` is woken for every question. It must outlive the login.
  LoginPrompts(std::shared_ptr<SessionInbox> inbox, Waiter& asked)
      : m_inbox(std::move(inbox)), m_asked(asked) {}

  // In the session's thread. Waits as long as the user needs: only a stop or the server closing the
  // connection (`descriptor`) end it earlier, with "login.stopped" and "login.too_slow".
  Result<LoginAnswer> ask(LoginQuestion question, int descriptor);

  // In Qt's thread: takes a new question, and gives its answer. An answer that nobody is waiting
  // for is dropped.
  std::optional<LoginQuestion> take();
  void answer(Result<LoginAnswer> answer);

 private:
  std::optional<Result<LoginAnswer>> takeAnswer();

  std::shared_ptr<SessionInbox> m_inbox;
  Waiter& m_asked;
  std::mutex m_mutex;
  bool m_isOpen = false;
  std::optional<LoginQuestion> m_question;
  std::optional<Result<LoginAnswer>> m_answer;
};

}  // namespace trainyard
