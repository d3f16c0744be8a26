// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/command_line.h"

#include "engine/contract/script/shell_quote.h"

namespace trainyard {
QByteArray quoteForShell(const QByteArray& text) {
  return QByteArray::fromStdString(
      quote_for_shell({text.constData(), static_cast<std::size_t>(text.size())}));
}

QString quoteForShell(const QString& text) {
  return QString::fromUtf8(quoteForShell(text.toUtf8()));
}

QString CommandLine::shownProgram() const {
  if (program != QLatin1String("env")) return program;
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& word = arguments[i];
    if (word == QLatin1String("-u"))
      ++i;
    else if (!word.startsWith(QLatin1Char('-')) && !word.contains(QLatin1Char('=')))
      return word;
  }
  return program;
}

QString CommandLine::toShell() const {
  QStringList words{quoteForShell(program)};
  for (const QString& argument : arguments) words << quoteForShell(argument);
  return words.join(QLatin1Char(' '));
}

}  // namespace trainyard
