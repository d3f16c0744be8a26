// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/login_values.h"

#include <algorithm>
#include <array>

#include <QJsonArray>

namespace trainyard {
namespace {

constexpr std::array loginKindNames{"host_key", "passphrase", "password", "prompts"};
constexpr std::array loginAnswerNames{"no", "once", "trust", "secret", "answers"};

template <std::size_t count>
int placeOf(const std::array<const char*, count>& names, const QString& name) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const char* each) { return name == QLatin1String(each); });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace

QJsonObject toJson(const LoginQuestion& question) {
  QJsonArray prompts;
  for (const LoginPrompt& prompt : question.prompts)
    prompts.append(QJsonObject{{"text", prompt.text}, {"is_shown", prompt.isShown}});
  return {{"kind", QString::fromLatin1(loginKindNames.at(static_cast<std::size_t>(question.kind)))},
          {"target", question.target},
          {"host", question.host},
          {"user", question.user},
          {"port", question.port},
          {"key_type", question.keyType},
          {"fingerprint", question.fingerprint},
          {"has_authority", question.hasAuthority},
          {"key_file", question.keyFile},
          {"wrong_tries", question.wrongTries},
          {"title", question.title},
          {"text", question.text},
          {"prompts", prompts},
          {"connected_at", question.connectedAt}};
}

std::optional<LoginQuestion> loginQuestionFrom(const QJsonObject& json) {
  const int kind = placeOf(loginKindNames, json["kind"].toString());
  if (kind < 0) return std::nullopt;
  LoginQuestion question;
  question.kind = static_cast<LoginQuestion::Kind>(kind);
  question.target = json["target"].toString();
  question.host = json["host"].toString();
  question.user = json["user"].toString();
  question.port = json["port"].toInt(22);
  question.keyType = json["key_type"].toString();
  question.fingerprint = json["fingerprint"].toString();
  question.hasAuthority = json["has_authority"].toBool();
  question.keyFile = json["key_file"].toString();
  question.wrongTries = json["wrong_tries"].toInt();
  question.title = json["title"].toString();
  question.text = json["text"].toString();
  for (const QJsonValue& prompt : json["prompts"].toArray()) {
    // One more than may be is seen, so that it is no question.
    if (question.prompts.size() >= loginPromptsLimit) return std::nullopt;
    question.prompts.append({prompt["text"].toString(), prompt["is_shown"].toBool()});
  }
  question.connectedAt = json["connected_at"].toDouble();
  if (question.kind == LoginQuestion::Kind::prompts && question.prompts.isEmpty())
    return std::nullopt;
  return bounded(std::move(question));
}

QJsonObject toJson(const LoginAnswer& answer, const QByteArray& publicKey) {
  QJsonObject json{
      {"answer", QString::fromLatin1(loginAnswerNames.at(static_cast<std::size_t>(answer.kind)))}};
  const bool isOne = answer.kind == LoginAnswer::Kind::secret;
  if (isOne || answer.kind == LoginAnswer::Kind::answers) {
    const QByteArray sealed =
        sealAnswers(isOne ? QList<Secret>{answer.secret} : answer.answers, publicKey);
    json.insert("sealed", QString::fromLatin1(sealed.toBase64()));
  }
  return json;
}

LoginAnswer loginAnswerFrom(const QJsonObject& json, const AnswerSeal& seal) {
  const int kind = placeOf(loginAnswerNames, json["answer"].toString());
  LoginAnswer answer;
  if (kind < 0) return answer;
  answer.kind = static_cast<LoginAnswer::Kind>(kind);
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
