// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation of one host in a login with the user.
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
  // Fills in the host that asks. The login's own deadline is paused meanwhile. Errors:
  // "host.refused" if the server does not wait any longer, and those of AskPerson.
  Result<LoginAnswer> ask(LoginQuestion question);
  // An answer was given that cannot be repeated without the user.
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
