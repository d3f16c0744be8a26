// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/command_line.h"

#include <algorithm>

namespace trainyard {
namespace {

bool isPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '/' || c == ',' || c == ':' || c == '@' || c == '+' ||
         c == '%';
}

}  // namespace

QByteArray quoteForShell(const QByteArray& text) {
  Q_ASSERT(!text.contains('\0'));
  if (!text.isEmpty() && std::all_of(text.begin(), text.end(), isPlain)) return text;
  QByteArray quoted = text;
  quoted.replace("'", "'\\''");
  return '\'' + quoted + '\'';
}

QString quoteForShell(const QString& text) {
  return QString::fromUtf8(quoteForShell(text.toUtf8()));
}

QString CommandLine::toShell() const {
  QStringList words{quoteForShell(program)};
  for (const QString& argument : arguments) words << quoteForShell(argument);
  return words.join(QLatin1Char(' '));
}

}  // namespace trainyard
