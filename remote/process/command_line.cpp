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

QString CommandLine::toShell() const {
  QStringList words{quoteForShell(program)};
  for (const QString& argument : arguments) words << quoteForShell(argument);
  return words.join(QLatin1Char(' '));
}

}  // namespace trainyard
