// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_highlighter.h"

#include <QRegularExpression>

namespace trainyard {
namespace {

QTextCharFormat inColour(const QColor& colour) {
  QTextCharFormat format;
  format.setForeground(colour);
  return format;
}

// Where a comment starts: a # at the start or after a space, outside quotes; -1 if there is none.
qsizetype commentStart(const QString& text) {
  QChar quote;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (!quote.isNull()) {
      if (c == u'\\' && quote == u'"')
        ++i;
      else if (c == quote)
        quote = {};
    } else if ((c == u'"' || c == u'\'') &&
               (i == 0 || QStringLiteral(" [{,:").contains(text[i - 1]))) {
      quote = c;
    } else if (c == u'#' && (i == 0 || text[i - 1].isSpace())) {
      return i;
    }
  }
  return -1;
}

}  // namespace

YamlHighlighter::YamlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  useColours(look::lightTokens().code);
}

void YamlHighlighter::useColours(const look::CodeColours& colours) {
  m_key = inColour(colours.key);
  m_string = inColour(colours.text);
  m_number = inColour(colours.number);
  m_word = inColour(colours.word);
  m_comment = inColour(colours.comment);
  rehighlight();
}

// The state of a line inside a block text is the indentation of its key plus one; others have 0.
bool YamlHighlighter::isInBlock(const QString& text) {
  static const QRegularExpression opens(
      QStringLiteral(R"(^(\s*(?:- )?)[A-Za-z_][\w.-]*\s*:\s*[|>][-+0-9]*\s*(?:#.*)?$)"));
  qsizetype depth = 0;
  while (depth < text.size() && text[depth] == u' ') ++depth;
  const int before = previousBlockState();
  const bool isBlank = text.trimmed().isEmpty();
  if (before > 0 && (isBlank || depth >= before)) {
    setCurrentBlockState(before);
    return true;
  }
  const auto match = opens.match(text);
  setCurrentBlockState(match.hasMatch() ? static_cast<int>(match.capturedLength(1)) + 1 : 0);
  return false;
}

void YamlHighlighter::highlightBlock(const QString& text) {
  if (isInBlock(text)) return setFormat(0, static_cast<int>(text.size()), m_string);
  static const QRegularExpression key(
      QStringLiteral(R"((?:^\s*(?:- )?|[{,]\s*)([A-Za-z_][\w.-]*)\s*:(?=\s|$))"));
  static const QRegularExpression string(QStringLiteral(R"("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')"));
  static const QRegularExpression number(
      QStringLiteral(R"((?<=[\s\[,:])[-+]?\d[\d.]*(?:[eE][-+]?\d+)?(?=\s*(?:$|[\],}#])))"));
  static const QRegularExpression word(
      QStringLiteral(R"((?<=[\s\[,:])(?:true|false|null|auto)(?=\s*(?:$|[\],}#])))"));
  const qsizetype comment = commentStart(text);
  const QString code = comment < 0 ? text : text.left(comment);
  const auto paint = [&](const QRegularExpression& expression, const QTextCharFormat& format,
                         int group) {
    for (auto it = expression.globalMatch(code); it.hasNext();) {
      const auto match = it.next();
      setFormat(static_cast<int>(match.capturedStart(group)),
                static_cast<int>(match.capturedLength(group)), format);
    }
  };
  paint(number, m_number, 0);
  paint(word, m_word, 0);
  paint(string, m_string, 0);
  paint(key, m_key, 1);
  if (comment >= 0)
    setFormat(static_cast<int>(comment), static_cast<int>(text.size() - comment), m_comment);
}

}  // namespace trainyard
