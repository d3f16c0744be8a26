// SPDX-License-Identifier: GPL-3.0-or-later
// Interactive authentication: answers to a server's prompts (keyboard-interactive), and passwords.
#pragma once

#include <optional>

#include "remote/ssh/login/login_conversation.h"

namespace trainyard {

// What the server sent to be shown before a login; empty: nothing.
QString bannerOf(ssh_session session);

class InteractiveLogin {
 public:
  InteractiveLogin(ssh_session session, const LoginRequest& request, LoginWait& wait,
                   LoginConversation& talk)
      : m_session(session), m_request(request), m_wait(wait), m_conversation(talk) {}

  // Supports any number of rounds, each with any number of prompts; three attempts. Returns
  // SSH_AUTH_SUCCESS, _PARTIAL, _DENIED or _ERROR.
  int answerPrompts();
  // Three attempts.
  int sendPassword();
  // Why it ended with SSH_AUTH_ERROR, unless it is the connection.
  const std::optional<Error>& refusal() const { return m_refusal; }

 private:
  bool isOffered(int method) const;
  bool answerRound(int wrongTries);
  QString takeText(const char* said);
  std::optional<LoginAnswer> ask(LoginQuestion question, LoginAnswer::Kind wanted);

  ssh_session m_session;
  const LoginRequest& m_request;
  LoginWait& m_wait;
  LoginConversation& m_conversation;
  bool m_isBannerTaken = false, m_wasAsked = false;
  QString m_shownReason;  // text without a prompt; shown with the next one
  std::optional<Error> m_refusal;
};

}  // namespace trainyard
