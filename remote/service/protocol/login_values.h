// SPDX-License-Identifier: GPL-3.0-or-later
// Login questions and answers as JSON; size limits are enforced in both directions.
#pragma once

#include <optional>

#include <QJsonObject>

#include "remote/service/protocol/answer_seal.h"
#include "remote/ssh/login/login_question.h"
#include "remote/values/records.h"

namespace trainyard {

inline const QString loginMethod = QStringLiteral("ask.login");

template <>
struct Names<LoginQuestion::Kind> {
  static constexpr std::pair<LoginQuestion::Kind, std::string_view> all[] = {
      {LoginQuestion::Kind::hostKey, "host_key"},
      {LoginQuestion::Kind::passphrase, "passphrase"},
      {LoginQuestion::Kind::password, "password"},
      {LoginQuestion::Kind::prompts, "prompts"}};
};
template <>
struct Names<LoginAnswer::Kind> {
  static constexpr std::pair<LoginAnswer::Kind, std::string_view> all[] = {
      {LoginAnswer::Kind::refused, "no"},
      {LoginAnswer::Kind::once, "once"},
      {LoginAnswer::Kind::trusted, "trust"},
      {LoginAnswer::Kind::secret, "secret"},
      {LoginAnswer::Kind::answers, "answers"}};
};
void describe(Section<LoginPrompt>& section);
void describe(Section<LoginQuestion>& section);

// Nothing for an unknown kind or an invalid object.
std::optional<LoginQuestion> loginQuestionFrom(const QJsonObject& json);
// Secrets in it are encrypted for the question with this public key.
QJsonObject toJson(const LoginAnswer& answer, const QByteArray& publicKey);
// Anything invalid or longer than allowed is a refusal.
LoginAnswer loginAnswerFrom(const QJsonObject& json, const AnswerSeal& seal);
// The member of a question that holds the public key, in base64.
inline const QString loginSealKey = QStringLiteral("seal");

}  // namespace trainyard
