// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of one login on their way to a person and back: the session's thread asks and
// waits, Qt's thread takes the question and brings the answer. One question at a time, any number
// of them.
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
  // `asked` is woken with every question. It outlives the login.
  LoginPrompts(std::shared_ptr<SessionInbox> inbox, Waiter& asked)
      : m_inbox(std::move(inbox)), m_asked(asked) {}

  // In the session's thread. As long as the person takes: only a stop and the server's end of the
  // connection (`descriptor`) end it before, with "login.stopped" and "login.too_slow".
  Result<LoginAnswer> ask(LoginQuestion question, int descriptor);

  // In Qt's thread: a question that was not taken yet, and its answer. One that nobody waits for
  // any more is dropped.
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
