// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/login_question.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Control characters, those that change direction or hide text, line and paragraph separators, lone
// surrogates.
bool isHarmful(const QString& text, qsizetype place) {
  const QChar c = text[place];
  if (c.isHighSurrogate()) return place + 1 >= text.size() || !text[place + 1].isLowSurrogate();
  if (c.isLowSurrogate()) {
    if (place == 0 || !text[place - 1].isHighSurrogate()) return true;
    return QChar::category(QChar::surrogateToUcs4(text[place - 1], c)) == QChar::Other_Format;
  }
  switch (c.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
      return true;
    default:
      return false;
  }
}

QString cleaned(QString text, int limit) {
  if (text.size() > 4 * limit) text.truncate(4 * limit);
  text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
  QString clean;
  for (qsizetype i = 0; i < text.size() && clean.size() < limit; ++i) {
    if (text[i] == QLatin1Char('\n'))
      clean += text[i];
    else if (text[i] == QLatin1Char('\t'))
      clean += QLatin1Char(' ');
    else if (!isHarmful(text, i))
      clean += text[i];
  }
  if (!clean.isEmpty() && clean.back().isHighSurrogate()) clean.chop(1);
  return clean;
}

QString line(const QString& text, int limit) {
  return cleaned(text, limit).replace(QLatin1Char('\n'), QLatin1Char(' ')).trimmed();
}

}  // namespace

QString serverText(const QByteArray& said, int limit) {
  return cleaned(QString::fromUtf8(said.first(std::min<qsizetype>(said.size(), 4 * limit))), limit)
      .trimmed();
}

QString serverLine(const QByteArray& said, int limit) {
  return line(QString::fromUtf8(said.first(std::min<qsizetype>(said.size(), 4 * limit))), limit);
}

LoginQuestion bounded(LoginQuestion question) {
  for (QString* text : {&question.target, &question.host, &question.user, &question.keyType,
                        &question.fingerprint, &question.title})
    *text = line(*text, loginLineLimit);
  // A path may have any content, but not more than the maximum length.
  question.keyFile.truncate(loginTextLimit);
  question.text = cleaned(question.text, loginTextLimit).trimmed();
  question.prompts.resize(std::min<qsizetype>(question.prompts.size(), loginPromptsLimit));
  for (LoginPrompt& prompt : question.prompts) prompt.text = line(prompt.text, loginLineLimit);
  question.port = std::clamp(question.port, 0, 65535);
  question.wrongTries = std::clamp(question.wrongTries, 0, 1000);
  return question;
}

Error needOf(const LoginQuestion& question) {
  const std::string host = question.host.toStdString();
  switch (question.kind) {
    case LoginQuestion::Kind::hostKey:
      return make_error("ask.host_key_unknown", {{"host", host}});
    case LoginQuestion::Kind::passphrase:
      return make_error("ask.key_is_locked", {{"key", question.keyFile.toStdString()}});
    case LoginQuestion::Kind::password:
      return make_error("ask.password", {{"host", host}});
    case LoginQuestion::Kind::prompts:
      break;
  }
  return make_error("ask.prompts", {{"host", host}});
}

}  // namespace trainyard
