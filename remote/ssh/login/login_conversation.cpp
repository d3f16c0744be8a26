// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/login_conversation.h"

#include "engine/system/unix_time.h"
#include "remote/ssh/channels/login_error.h"

namespace trainyard {

LoginConversation::LoginConversation(const LoginRequest& request, LoginPrompts& mailbox,
                                     LoginWait& wait, int descriptor)
    : m_request(request),
      m_prompts(mailbox),
      m_wait(wait),
      m_descriptor(descriptor),
      m_connectedAt(unix_time()) {}

Result<LoginAnswer> LoginConversation::ask(LoginQuestion question) {
  const SshSettings& settings = m_request.settings;
  question.host = settings.host;
  if (settings.asksNobody)
    return refusedError(settings.alias,
                        make_error("login.batch_mode", {{"what", as_argument(needOf(question))}}));
  question.port = settings.port;
  question.user = settings.user;
  question.connectedAt = m_connectedAt;
  const bool isNeeded = question.kind == LoginQuestion::Kind::password ||
                        question.kind == LoginQuestion::Kind::prompts;
  const qint64 left = m_wait.left();
  auto answer = m_prompts.ask(bounded(std::move(question)), m_descriptor);
  m_wait.setDeadline(QDeadlineTimer(left));
  if (answer)
    m_neededInteraction |= isNeeded;
  else if (answer.error().code == "login.too_slow")
    return refusedError(settings.alias, answer.error());
  return answer;
}

}  // namespace trainyard
