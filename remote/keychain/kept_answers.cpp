// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/keychain/kept_answers.h"

#include <memory>
#include <utility>

#include <QRegularExpression>
#include <QSet>

#include "remote/keychain/keychain.h"

namespace trainyard {
namespace {

bool isLasting(const LoginPrompt& prompt) {
  static const QRegularExpression password(
      QStringLiteral("pass(word|phrase)|passwort|kennwort|de passe|contraseña|пароль"),
      QRegularExpression::CaseInsensitiveOption);
  // A change of the password asks for the old one, too, which is not worth keeping then.
  static const QRegularExpression passing(
      QStringLiteral("one.?time|otp|token|code|verification|\\bpin\\b|\\bnew\\b|again|retype|"
                     "repeat|current|\\bold\\b|einmal|neue|wiederhol"),
      QRegularExpression::CaseInsensitiveOption);
  return !prompt.isShown && prompt.text.contains(password) && !prompt.text.contains(passing);
}

QString entryOf(const LoginQuestion& question) {
  if (question.kind == LoginQuestion::Kind::passphrase)
    return QStringLiteral("passphrase ") + question.keyFile;
  return QStringLiteral("password %1@%2:%3").arg(question.user, question.host).arg(question.port);
}

Secret& secretAt(LoginAnswer& answer, qsizetype place) {
  return answer.kind == LoginAnswer::Kind::answers ? answer.answers[place] : answer.secret;
}

// Entries that were sent in a login, by its start: what a host asks for twice was not enough.
using Sent = QSet<QPair<QString, double>>;

// The answer of the keychain; the person is asked for the other prompts of the same round.
QCoro::Task<std::optional<LoginAnswer>> answerWith(Secret secret, qsizetype place,
                                                   LoginQuestion question, LoginPrompter prompter,
                                                   std::stop_token withdrawn) {
  LoginAnswer answer{LoginAnswer::Kind::secret, secret};
  if (question.kind != LoginQuestion::Kind::prompts) co_return answer;
  answer = {.kind = LoginAnswer::Kind::answers};
  question.prompts.removeAt(place);
  if (!question.prompts.isEmpty()) {
    auto others = co_await prompter.ask(std::move(question), Keeping::impossible, withdrawn);
    if (!others) co_return std::nullopt;
    answer = std::move(others->answer);
    if (answer.kind != LoginAnswer::Kind::answers) co_return answer;
  }
  answer.answers.insert(place, std::move(secret));
  co_return answer;
}

QCoro::Task<std::optional<LoginAnswer>> answer(std::shared_ptr<Sent> sent, LoginPrompter prompter,
                                               LoginQuestion question, std::stop_token withdrawn) {
  const auto place = lastingPrompt(question);
  if (!place || !hasKeychain()) {
    auto asked = co_await prompter.ask(std::move(question), Keeping::impossible, withdrawn);
    if (!asked) co_return std::nullopt;
    co_return std::move(asked->answer);
  }
  const QString target = question.target, entry = entryOf(question);
  auto read = co_await readKept(target);
  KeptSecrets kept = read ? std::move(*read) : KeptSecrets();
  const auto found = kept.find(entry);
  const bool isKept = found != kept.end();
  const auto use = qMakePair(entry, question.connectedAt);
  if (isKept && question.wrongTries == 0 && !sent->contains(use)) {
    sent->insert(use);
    co_return co_await answerWith(found->second, *place, std::move(question), prompter, withdrawn);
  }
  const Keeping keeping = isKept ? Keeping::chosen : Keeping::offered;
  auto asked = co_await prompter.ask(std::move(question), keeping, withdrawn);
  if (!asked) co_return std::nullopt;
  const bool isAnswered = asked->answer.kind != LoginAnswer::Kind::refused;
  if (isAnswered && asked->isToKeep)
    kept.insert_or_assign(entry, secretAt(asked->answer, *place));
  else if (isKept)
    kept.erase(entry);  // it was wrong, or is not wanted any more
  else
    co_return std::move(asked->answer);
  if (const auto written = co_await writeKept(target, std::move(kept)); !written)
    prompter.tell(written.error());
  co_return std::move(asked->answer);
}

}  // namespace

std::optional<qsizetype> lastingPrompt(const LoginQuestion& question) {
  switch (question.kind) {
    case LoginQuestion::Kind::hostKey:
      return std::nullopt;
    case LoginQuestion::Kind::passphrase:
    case LoginQuestion::Kind::password:
      return 0;
    case LoginQuestion::Kind::prompts:
      break;
  }
  for (qsizetype i = 0; i < question.prompts.size(); ++i)
    if (isLasting(question.prompts[i])) return i;
  return std::nullopt;
}

Answerer withKeychain(LoginPrompter prompter) {
  if (!prompter.ask) return {};
  return [sent = std::make_shared<Sent>(), prompter = std::move(prompter)](
             LoginQuestion question, std::stop_token withdrawn) {
    return answer(sent, prompter, std::move(question), std::move(withdrawn));
  };
}

}  // namespace trainyard
