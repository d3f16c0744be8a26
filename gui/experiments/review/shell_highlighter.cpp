// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/shell_highlighter.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace trainyard {

ShellHighlighter::ShellHighlighter(QTextDocument* document, const look::CodeColours& colours)
    : QSyntaxHighlighter(document), m_colours(colours) {}

void ShellHighlighter::highlightBlock(const QString& text) {
  const auto paint = [&](const QRegularExpressionMatch& match, int group, const QColor& colour) {
    if (match.capturedLength(group) > 0)
      setFormat(static_cast<int>(match.capturedStart(group)),
                static_cast<int>(match.capturedLength(group)), colour);
  };
  static const QRegularExpression directive(u"^(#SBATCH)\\s+(-{1,2}[\\w-]+)(?:[=\\s](.*))?$"_s);
  if (const auto match = directive.match(text); match.hasMatch()) {
    paint(match, 1, m_colours.word);
    paint(match, 2, m_colours.key);
    return paint(match, 3, m_colours.text);
  }
  static const QRegularExpression comment(u"(?:^|\\s)(#.*)$"_s);
  static const QRegularExpression words(u"(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*')"_s);
  static const QRegularExpression variable(u"(\\$\\{[^}]*\\}|\\$\\w+)"_s);
  for (auto it = words.globalMatch(text); it.hasNext();) paint(it.next(), 1, m_colours.text);
  for (auto it = variable.globalMatch(text); it.hasNext();) paint(it.next(), 1, m_colours.number);
  // A # within quotes begins no comment.
  if (const auto match = comment.match(text);
      match.hasMatch() && text.left(match.capturedStart(1)).count(u'"') % 2 == 0 &&
      text.left(match.capturedStart(1)).count(u'\'') % 2 == 0)
    paint(match, 1, m_colours.comment);
}

}  // namespace trainyard
