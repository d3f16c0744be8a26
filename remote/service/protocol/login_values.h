// SPDX-License-Identifier: GPL-3.0-or-later
// A login's question and answer as JSON, each in one place; bounds hold on both ways.
#pragma once

#include <optional>

#include <QJsonObject>

#include "remote/service/protocol/answer_seal.h"
#include "remote/ssh/login/login_question.h"

namespace trainyard {

inline const QString loginMethod = QStringLiteral("ask.login");

QJsonObject toJson(const LoginQuestion& question);
// Nothing: a kind that is not known here, or no such object.
std::optional<LoginQuestion> loginQuestionFrom(const QJsonObject& json);
// What is secret in it, sealed for the question of this public key.
QJsonObject toJson(const LoginAnswer& answer, const QByteArray& publicKey);
// What cannot be understood, or is longer than any answer, is a refusal.
LoginAnswer loginAnswerFrom(const QJsonObject& json, const AnswerSeal& seal);
// A question's member with the public key, in base64.
inline const QString loginSealKey = QStringLiteral("seal");

}  // namespace trainyard
