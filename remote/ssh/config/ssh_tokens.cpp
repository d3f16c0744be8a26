// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config/ssh_tokens.h"

namespace trainyard {
namespace {

Result<QString> fillVariables(const QString& text, const SshConfigValue& value) {
  QString result;
  for (qsizetype at = 0; at < text.size();) {
    const qsizetype begin = text.indexOf(QLatin1String("${"), at);
    if (begin < 0) return result + text.mid(at);
    const qsizetype end = text.indexOf(QLatin1Char('}'), begin);
    const QByteArray name = text.mid(begin + 2, end - begin - 2).toLocal8Bit();
    if (end < 0 || !qEnvironmentVariableIsSet(name.constData())) return sshValueError(value);
    result += text.mid(at, begin - at) + qEnvironmentVariable(name.constData());
    at = end + 1;
  }
  return result;
}

}  // namespace

Result<QString> fillTokens(const QString& text, const SshTokens& tokens,
                           const SshConfigValue& value) {
  QString result;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] != QLatin1Char('%')) {
      result += text[i];
      continue;
    }
    const char16_t letter = ++i < text.size() ? text[i].unicode() : u'\0';
    const auto known = tokens.find(letter);
    if (known == tokens.end() && letter != u'%') return sshValueError(value);
    result += letter == u'%' ? QStringLiteral("%") : known->second;
  }
  return result;
}

Result<QString> fillFileName(const QString& text, const SshTokens& tokens,
                             const SshConfigValue& value) {
  const bool isHome = text.startsWith(QLatin1String("~/"));
  TRY(const QString rest, fillVariables(isHome ? text.mid(1) : text, value));
  TRY(const QString filled, fillTokens(rest, tokens, value));
  return isHome ? sshHome() + filled : filled;
}

}  // namespace trainyard
