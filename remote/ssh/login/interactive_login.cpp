// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/interactive_login.h"

#include <algorithm>

#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

QString joined(const QString& before, const QString& next) {
  if (before.isEmpty() || next.isEmpty()) return before + next;
  return (before + QLatin1String("\n\n") + next).left(loginTextLimit);
}

}  // namespace

QString bannerOf(ssh_session session) {
  char* said = ssh_get_issue_banner(session);
  if (!said) return {};
  const QString text = serverText(QByteArray(said), loginTextLimit);
  ssh_string_free_char(said);
  return text;
}

bool InteractiveLogin::isOffered(int method) const {
  return (ssh_userauth_list(m_session, nullptr) & method) != 0;
}

// The server's text so far: its banner, text without a prompt, and this.
QString InteractiveLogin::takeText(const char* said) {
  if (!std::exchange(m_isBannerTaken, true))
    m_shownReason = joined(bannerOf(m_session), m_shownReason);
  return joined(std::exchange(m_shownReason, {}), serverText(QByteArray(said), loginTextLimit));
}

std::optional<LoginAnswer> InteractiveLogin::ask(LoginQuestion question, LoginAnswer::Kind wanted) {
  const qsizetype prompts = question.prompts.size();
  auto answer = m_conversation.ask(std::move(question));
  if (!answer) {
    m_refusal = answer.error();
  } else if (answer->kind != wanted || answer->answers.size() != prompts) {
    m_refusal = refusedError(
        m_request.settings.alias,
        make_error("login.not_answered", {{"address", m_request.settings.host.toStdString()},
                                          {"port", std::int64_t{m_request.settings.port}}}));
  } else {
    return std::move(*answer);
  }
  return {};
}

bool InteractiveLogin::answerRound(int wrongTries) {
  const int count = ssh_userauth_kbdint_getnprompts(m_session);
  if (count > loginPromptsLimit) {
    m_refusal =
        refusedError(m_request.settings.alias,
                     make_error("login.too_many_prompts", {{"count", std::int64_t{count}}}));
    return false;
  }
  LoginQuestion question;
  question.kind = LoginQuestion::Kind::prompts;
  question.wrongTries = wrongTries;
  question.title = serverLine(QByteArray(ssh_userauth_kbdint_getname(m_session)), loginLineLimit);
  const QString text = takeText(ssh_userauth_kbdint_getinstruction(m_session));
  if (count <= 0) {
    m_shownReason = joined(question.title, text);
    return true;
  }
  question.text = text;
  for (int i = 0; i < count; ++i) {
    char isShown = 0;
    const QString said = serverText(
        QByteArray(ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned>(i), &isShown)),
        loginTextLimit);
    // sshd puts PAM's messages before the prompt, on separate lines.
    const qsizetype last = said.lastIndexOf(QLatin1Char('\n'));
    question.text = joined(question.text, said.left(std::max<qsizetype>(last, 0)));
    question.prompts.append({said.mid(last + 1).left(loginLineLimit), isShown != 0});
  }
  m_wasAsked = true;
  const auto answer = ask(std::move(question), LoginAnswer::Kind::answers);
  if (!answer) return false;
  for (int i = 0; i < count; ++i)
    if (ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned>(i),
                                      answer->answers[i].text()) < 0)
      return false;
  return true;
}

int InteractiveLogin::answerPrompts() {
  int rc = SSH_AUTH_DENIED;
  for (int tries = 0;
       tries < m_request.settings.promptTries && isOffered(SSH_AUTH_METHOD_INTERACTIVE); ++tries) {
    m_wasAsked = false;
    const auto next = [&] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); };
    rc = m_wait.complete(SSH_AUTH_AGAIN, next);
    // A server that keeps sending text is ended by the login's deadline.
    while (rc == SSH_AUTH_INFO) {
      if (m_wait.isStopped() || m_wait.isLate() || !answerRound(tries)) return SSH_AUTH_ERROR;
      rc = m_wait.complete(SSH_AUTH_AGAIN, next);
    }
    // Without a question there is nothing to answer differently.
    if (rc != SSH_AUTH_DENIED || !m_wasAsked) break;
  }
  return rc;
}

int InteractiveLogin::sendPassword() {
  int rc = SSH_AUTH_DENIED;
  for (int tries = 0; tries < m_request.settings.promptTries && isOffered(SSH_AUTH_METHOD_PASSWORD);
       ++tries) {
    LoginQuestion question;
    question.kind = LoginQuestion::Kind::password;
    question.wrongTries = tries;
    question.text = takeText(nullptr);
    const auto answer = ask(std::move(question), LoginAnswer::Kind::secret);
    if (!answer) return SSH_AUTH_ERROR;
    rc = m_wait.complete(SSH_AUTH_AGAIN, [&] {
      return ssh_userauth_password(m_session, nullptr, answer->secret.text());
    });
    if (rc != SSH_AUTH_DENIED) break;
  }
  return rc;
}

}  // namespace trainyard
