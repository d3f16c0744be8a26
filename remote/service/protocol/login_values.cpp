// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/login_values.h"

namespace trainyard {

void describe(Section<LoginPrompt>& section) {
  section.field("text", &LoginPrompt::text);
  section.field("is_shown", &LoginPrompt::isShown);
}

void describe(Section<LoginQuestion>& section) {
  section.field("kind", &LoginQuestion::kind).required();
  section.field("target", &LoginQuestion::target);
  section.field("host", &LoginQuestion::host);
  section.field("user", &LoginQuestion::user);
  section.field("port", &LoginQuestion::port);
  section.field("key_type", &LoginQuestion::keyType);
  section.field("fingerprint", &LoginQuestion::fingerprint);
  section.field("has_authority", &LoginQuestion::hasAuthority);
  section.field("key_file", &LoginQuestion::keyFile);
  section.field("wrong_tries", &LoginQuestion::wrongTries);
  section.field("title", &LoginQuestion::title);
  section.field("text", &LoginQuestion::text);
  section.field("prompts", &LoginQuestion::prompts);
  section.field("connected_at", &LoginQuestion::connectedAt);
}

std::optional<LoginQuestion> loginQuestionFrom(const QJsonObject& json) {
  ReadProblem problem;
  auto question = read_record<LoginQuestion>(mapFrom(json), problem);
  if (!question || question->prompts.size() > loginPromptsLimit ||
      (question->kind == LoginQuestion::Kind::prompts && question->prompts.isEmpty()))
    return std::nullopt;
  return bounded(*std::move(question));
}

QJsonObject toJson(const LoginAnswer& answer, const QByteArray& publicKey) {
  QJsonObject json{{"answer", QString::fromStdString(std::string(name_of(answer.kind)))}};
  const bool isOne = answer.kind == LoginAnswer::Kind::secret;
  if (isOne || answer.kind == LoginAnswer::Kind::answers) {
    const QByteArray sealed =
        sealAnswers(isOne ? QList<Secret>{answer.secret} : answer.answers, publicKey);
    json.insert("sealed", QString::fromLatin1(sealed.toBase64()));
  }
  return json;
}

LoginAnswer loginAnswerFrom(const QJsonObject& json, const AnswerSeal& seal) {
  const auto kind = value_named<LoginAnswer::Kind>(json["answer"].toString().toStdString());
  LoginAnswer answer;
  if (!kind) return answer;
  answer.kind = *kind;
  const bool isOne = answer.kind == LoginAnswer::Kind::secret;
  if (!isOne && answer.kind != LoginAnswer::Kind::answers) return answer;
  auto answers = seal.open(QByteArray::fromBase64(json["sealed"].toString().toLatin1()));
  if (!answers || (isOne && answers->size() != 1)) return {};
  if (isOne)
    answer.secret = std::move(answers->front());
  else
    answer.answers = std::move(*answers);
  return answer;
}

}  // namespace trainyard
