// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/redaction.h"

#include <algorithm>

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include "engine/contract/experiment/reader.h"
#include "remote/values/hostile_text.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

const QString redacted = QStringLiteral("[redacted]");
constexpr qsizetype shortestSecret = 3, shortestValue = 6;

bool namesSecret(const QString& name) {
  static const QRegularExpression words(
      QStringLiteral("TOKEN|KEY|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH|COOKIE|WEBHOOK"),
      QRegularExpression::CaseInsensitiveOption);
  return words.match(name).hasMatch();
}

// What is a secret by its form, whoever wrote it: assignments to a secret's name, passwords and
// tokens in addresses, keys of well-known services, private keys.
const QList<QRegularExpression>& forms() {
  static const QList<QRegularExpression> all = [] {
    const auto any = QRegularExpression::CaseInsensitiveOption;
    return QList<QRegularExpression>{
        QRegularExpression(QStringLiteral(
            "(\\b(?:[A-Z0-9]+_)*(?:TOKEN|API_?KEY|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|"
            "ACCESS_KEY|SECRET_KEY|PRIVATE_KEY)(?:_[A-Z0-9]+)*[\"']?\\s*[=:]\\s*[\"']?)"
            "(?!\\[redacted\\])[^\\s\"',;&}\\]]{3,}")),
        QRegularExpression(QStringLiteral("(\\b(?:api_?key|passwo?r?d|passphrase|secret|auth_token|"
                                          "access_token|client_secret)[\"']?\\s*[=:]\\s*[\"']?|"
                                          "[?&]token=)(?!\\[redacted\\])[^\\s\"',;&}\\]]{3,}"),
                           any),
        QRegularExpression(QStringLiteral("(environment\\.variables\\.[A-Za-z_0-9]+\\s*[=:]\\s*)"
                                          "(?!\\[redacted\\])[^\\s,]+")),
        QRegularExpression(QStringLiteral("(\\w+://[^\\s/:@]*:)[^\\s/@]+(?=@)")),
        QRegularExpression(QStringLiteral("(Authorization:\\s*\\w+\\s+)[^\\s\"']+"), any),
        QRegularExpression(QStringLiteral(
            "()\\b(?:hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,}|"
            "glpat-[\\w-]{16,}|sk-[\\w-]{16,}|xox[abprs]-[\\w-]{10,}|AKIA[A-Z0-9]{16}|"
            "eyJ[\\w-]{10,}\\.[\\w-]{10,}\\.[\\w-]*)")),
        QRegularExpression(QStringLiteral("()-----BEGIN [A-Z ]*PRIVATE KEY-----.*?"
                                          "(?:-----END [A-Z ]*PRIVATE KEY-----|$)"),
                           QRegularExpression::DotMatchesEverythingOption)};
  }();
  return all;
}

}  // namespace

QString withoutControls(const QString& text) {
  static const QRegularExpression sequences(QStringLiteral(
      "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)|[@-Z\\\\^_])"));
  QString clean = text;
  if (clean.contains(QChar(0x1b))) clean.remove(sequences);
  clean.removeIf([](QChar c) { return drivesTerminal(c); });
  return clean;
}

Redaction::Redaction(const QProcessEnvironment& environment) {
  for (const QString& name : environment.keys())
    if (namesSecret(name)) keep(environment.value(name), shortestValue);
}

void Redaction::keep(const QString& value, qsizetype shortest) {
  const QString bare = value.trimmed();
  bool isNumber = false;
  (void)bare.toDouble(&isNumber);
  const bool isTooShort = bare.size() < shortest || (isNumber && bare.size() < shortestValue);
  if (isTooShort || m_values.contains(bare)) return;
  m_values.insert(bare);
  const auto place = std::ranges::find_if(
      m_longestFirst, [&](const QString& other) { return other.size() < bare.size(); });
  m_longestFirst.insert(place, bare);
}

void Redaction::add(const QString& name, const QString& value) {
  const QString own = qEnvironmentVariable(name.toUtf8().constData());
  keep(value.isEmpty() ? own : value, namesSecret(name) ? shortestSecret : shortestValue);
}

void Redaction::addDocument(const QByteArray& document) {
  const Document read = read_experiment(
      std::string_view(document.constData(), static_cast<std::size_t>(document.size())), {});
  for (const auto& [name, value] : read.experiment.environment.variables)
    add(text(name), value ? text(*value) : QString());
}

void Redaction::addOverride(const QString& override) {
  constexpr QLatin1String variables("environment.variables.");
  if (!override.startsWith(variables)) return;
  QString value = override.section(QLatin1Char('='), 1);
  if (value.size() > 1 && (value.startsWith(u'"') || value.startsWith(u'\'')))
    value = value.mid(1, value.size() - 2);
  add(override.section(QLatin1Char('='), 0, 0).mid(variables.size()), value);
}

QString Redaction::cleaned(const QString& text) const {
  QString clean = withoutControls(text);
  for (const QString& value : m_longestFirst)
    if (clean.contains(value)) clean.replace(value, redacted);
  for (const QRegularExpression& form : forms())
    clean.replace(form, QStringLiteral("\\1") + redacted);
  return clean;
}

QJsonValue Redaction::cleaned(const QJsonValue& value) const {
  if (value.isString()) return cleaned(value.toString());
  if (value.isArray()) {
    QJsonArray clean;
    for (const QJsonValue& item : value.toArray()) clean.append(cleaned(item));
    return clean;
  }
  if (!value.isObject()) return value;
  QJsonObject clean;
  const QJsonObject object = value.toObject();
  for (auto member = object.begin(); member != object.end(); ++member)
    clean.insert(cleaned(member.key()), cleaned(member.value()));
  return clean;
}

}  // namespace trainyard
