// SPDX-License-Identifier: GPL-3.0-or-later
// What one host of a login says to a person and hears of them.
#pragma once

#include "remote/ssh/login/login.h"
#include "remote/ssh/login/login_prompts.h"
#include "remote/ssh/login/login_wait.h"

namespace trainyard {

class LoginConversation {
 public:
  LoginConversation(const LoginRequest& request, LoginPrompts& mailbox, LoginWait& wait,
                    int descriptor);

  bool mayAsk() const { return m_request.mayAsk; }
  // With the host that asks filled in. The login's own deadline stands still meanwhile. Errors:
  // "host.refused" when the server would not wait any longer, and those of AskPerson.
  Result<LoginAnswer> ask(LoginQuestion question);
  // Something was said that cannot be said again without the person.
  bool neededInteraction() const { return m_neededInteraction; }

 private:
  const LoginRequest& m_request;
  LoginPrompts& m_prompts;
  LoginWait& m_wait;
  const int m_descriptor;
  const double m_connectedAt;
  bool m_neededInteraction = false;
};

}  // namespace trainyard
