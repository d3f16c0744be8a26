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

std::optional<Secret> secretFrom(const QJsonValue& value) {
  const QString text = value.toString();
  if (!value.isString() || text.size() > loginAnswerLimit) return {};
  return Secret(text.toUtf8());
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

QJsonObject toJson(const LoginAnswer& answer) {
  QJsonObject json{
      {"answer", QString::fromLatin1(loginAnswerNames.at(static_cast<std::size_t>(answer.kind)))}};
  if (answer.kind == LoginAnswer::Kind::secret)
    json.insert("secret", QString::fromUtf8(answer.secret.bytes()));
  if (answer.kind == LoginAnswer::Kind::answers) {
    QJsonArray answers;
    for (const Secret& each : answer.answers) answers.append(QString::fromUtf8(each.bytes()));
    json.insert("answers", answers);
  }
  return json;
}

LoginAnswer loginAnswerFrom(const QJsonObject& json) {
  const int kind = placeOf(loginAnswerNames, json["answer"].toString());
  LoginAnswer answer;
  if (kind < 0) return answer;
  answer.kind = static_cast<LoginAnswer::Kind>(kind);
  if (answer.kind == LoginAnswer::Kind::secret) {
    auto secret = secretFrom(json["secret"]);
    if (!secret) return {};
    answer.secret = std::move(*secret);
  } else if (answer.kind == LoginAnswer::Kind::answers) {
    for (const QJsonValue& each : json["answers"].toArray()) {
      auto secret = secretFrom(each);
      if (!secret || answer.answers.size() >= loginPromptsLimit) return {};
      answer.answers.append(std::move(*secret));
    }
  }
  return answer;
}

}  // namespace trainyard
