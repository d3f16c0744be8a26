#include "remote/process/command_line.h"

#include <algorithm>

namespace trainyard {
namespace {

bool isPlain(QChar c) {
  const auto u = c.unicode();
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' || u == '-' || u == '.' ||
         u == '/' || u == ',' || u == ':' || u == '@' || u == '+' || u == '%';
}

}  // namespace

QString quoteForShell(const QString& text) {
  Q_ASSERT(!text.contains(QChar(u'\0')));
  if (!text.isEmpty() && std::all_of(text.begin(), text.end(), isPlain)) return text;
  QString quoted = text;
  quoted.replace(QLatin1Char('\''), QLatin1String("'\\''"));
  return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString CommandLine::toShell() const {
  QStringList words{quoteForShell(program)};
  for (const QString& argument : arguments) words << quoteForShell(argument);
  return words.join(QLatin1Char(' '));
}

}  // namespace trainyard
