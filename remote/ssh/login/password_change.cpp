// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/password_change.h"

#include <utility>

#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/channels/login_error.h"

namespace trainyard {
namespace {

// After a prompt the program is silent.
constexpr std::chrono::milliseconds promptPause{400};
constexpr std::chrono::seconds answerTime{60};
constexpr qsizetype maxSaid = 16 << 10;
constexpr int maxPrompts = 12;

// "New password: "
bool endsWithPrompt(const QByteArray& said) {
  const QByteArray last = said.mid(said.lastIndexOf('\n') + 1).trimmed();
  return last.endsWith(':') || last.endsWith('?');
}

LoginQuestion questionFrom(LoginQuestion question, const QByteArray& said) {
  const qsizetype line = said.lastIndexOf('\n') + 1;
  question.kind = LoginQuestion::Kind::prompts;
  question.text = serverText(said.first(line), loginTextLimit).trimmed();
  question.prompts = {{serverLine(said.mid(line).trimmed(), loginLineLimit), false}};
  return question;
}

Error notChanged(const LoginQuestion& about, const QByteArray& said) {
  // What sshd adds only names the function that failed.
  QByteArray last;
  for (const QByteArray& line : said.split('\n'))
    if (!line.trimmed().isEmpty() && (last.isEmpty() || !line.startsWith("PAM: ")))
      last = line.trimmed();
  const QString words =
      last.isEmpty() ? QStringLiteral("no reason was given") : serverLine(last, loginLineLimit);
  return make_error("login.not_changed",
                    {{"host", about.host.toStdString()}, {"said", words.toStdString()}});
}

}  // namespace

QCoro::Task<Result<void>> changePassword(std::shared_ptr<SessionInbox> inbox, LoginQuestion about,
                                         AskPerson ask, std::stop_token stop) {
  Waiter waiter;
  // With PAM sshd itself asks, and then runs the command.
  auto mail = std::make_shared<ChannelMail>(ChannelMail::Kind::exec, "exit 0", 0);
  mail->terminal = RemoteTerminal{"dumb", {240, 24}};
  mail->isSecret = true;
  SshChannel channel(std::move(inbox), std::move(mail), waiter);
  QByteArray said;
  for (int prompts = 0; prompts <= maxPrompts;) {
    SshChannel::News news = channel.take();
    said += news.out.replace('\r', QByteArray());
    if (news.error) co_return *news.error;
    if (news.ended) {
      if (news.exitCode == 0) co_return {};
      co_return notChanged(about, said);
    }
    if (said.size() > maxSaid) break;
    const QDeadlineTimer late =
        endsWithPrompt(said) ? QDeadlineTimer(promptPause) : QDeadlineTimer(answerTime);
    const Waited waited = co_await waiter.wait(stop, late);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::woken) continue;
    if (!endsWithPrompt(said)) break;
    const LoginQuestion question = questionFrom(about, std::exchange(said, {}));
    CO_TRY(const auto answer, co_await ask(question, stop));
    if (answer.kind != LoginAnswer::Kind::answers || answer.answers.size() != 1)
      co_return make_error("login.not_answered", {{"address", about.host.toStdString()},
                                                  {"port", std::int64_t{about.port}}});
    channel.write(answer.answers.first().bytes() + '\n');
    ++prompts;
  }
  co_return notChanged(about, said);
}

}  // namespace trainyard
