// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config/ssh_config_lexer.h"

#include <algorithm>

namespace trainyard {
namespace {

bool isSpace(QChar c) {
  return c == QLatin1Char(' ') || c == QLatin1Char('\t') || c == QLatin1Char('\r') ||
         c == QLatin1Char('\n') || c == QLatin1Char('\f');
}

qsizetype pastSpaces(const QString& text, qsizetype at) {
  while (at < text.size() && isSpace(text[at])) ++at;
  return at;
}

// Whether the backslash at this position escapes the next character.
bool isEscape(const QString& text, qsizetype at, bool isQuoted) {
  const QChar next = text.size() > at + 1 ? text[at + 1] : QChar();
  return next == QLatin1Char('\'') || next == QLatin1Char('"') || next == QLatin1Char('\\') ||
         (!isQuoted && next == QLatin1Char(' '));
}

// Reads a word from `at`, which is moved after it; nothing if a quote is not closed.
std::optional<QString> oneWord(const QString& text, qsizetype& at) {
  QString word;
  QChar quote;
  for (; at < text.size(); ++at) {
    const QChar c = text[at];
    if (c == QLatin1Char('\\') && isEscape(text, at, !quote.isNull()))
      word += text[++at];
    else if (c == QLatin1Char('\\'))
      word += c;
    else if (quote.isNull() && isSpace(c))
      break;
    else if (quote.isNull() && (c == QLatin1Char('"') || c == QLatin1Char('\'')))
      quote = c;
    else if (!quote.isNull() && c == quote)
      quote = QChar();
    else
      word += c;
  }
  if (!quote.isNull()) return {};
  return word;
}

}  // namespace

SshLine sshLine(const QString& line) {
  const qsizetype begin = pastSpaces(line, 0);
  const auto isEnd = [](QChar c) { return isSpace(c) || c == QLatin1Char('='); };
  const qsizetype end = std::find_if(line.begin() + begin, line.end(), isEnd) - line.begin();
  const QString keyword = line.mid(begin, end - begin).toLower();
  if (keyword.startsWith(QLatin1Char('#'))) return {};
  qsizetype rest = pastSpaces(line, end);
  if (rest < line.size() && line[rest] == QLatin1Char('=')) rest = pastSpaces(line, rest + 1);
  qsizetype last = line.size();
  while (last > rest && isSpace(line[last - 1])) --last;
  return {keyword, line.mid(rest, last - rest)};
}

std::optional<QStringList> sshWords(const QString& text) {
  QStringList words;
  for (qsizetype at = pastSpaces(text, 0); at < text.size(); at = pastSpaces(text, at)) {
    if (text[at] == QLatin1Char('#')) break;
    const auto word = oneWord(text, at);
    if (!word) return {};
    words << *word;
  }
  return words;
}

std::optional<QStringList> sshMatchWords(const QString& text) {
  QStringList words;
  qsizetype at = pastSpaces(text, 0);
  while (at < text.size() && text[at] != QLatin1Char('#')) {
    QString word;
    while (at < text.size() && !isSpace(text[at]) && text[at] != QLatin1Char('=') &&
           text[at] != QLatin1Char('"'))
      word += text[at++];
    const bool isQuoted = at < text.size() && text[at] == QLatin1Char('"');
    if (isQuoted) {
      const qsizetype end = text.indexOf(QLatin1Char('"'), at + 1);
      if (end < 0) return {};
      word += text.mid(at + 1, end - at - 1);
      at = end + 1;
    }
    at = pastSpaces(text, at);
    if (!isQuoted && at < text.size() && text[at] == QLatin1Char('='))
      at = pastSpaces(text, at + 1);
    words << word;
  }
  return words;
}

}  // namespace trainyard
