// SPDX-License-Identifier: GPL-3.0-or-later
// What one host of a login says to a person and hears of them.
#pragma once

#include "remote/ssh/login.h"
#include "remote/ssh/login_mailbox.h"
#include "remote/ssh/login_wait.h"

namespace trainyard {

class LoginTalk {
 public:
  LoginTalk(const LoginRequest& request, LoginMailbox& mailbox, LoginWait& wait, int descriptor);

  bool mayAsk() const { return m_request.mayAsk; }
  // With the host that asks filled in. The login's own deadline stands still meanwhile. Errors:
  // "host.refused" when the server would not wait any longer, and those of AskPerson.
  Result<LoginAnswer> ask(LoginQuestion question);
  // Something was said that cannot be said again without the person.
  bool neededPerson() const { return m_neededPerson; }

 private:
  const LoginRequest& m_request;
  LoginMailbox& m_mailbox;
  LoginWait& m_wait;
  const int m_descriptor;
  const double m_connectedAt;
  bool m_neededPerson = false;
};

}  // namespace trainyard
