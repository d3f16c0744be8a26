// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_search.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTextBlock>
#include <QTextDocument>
#include <algorithm>

namespace trainyard {
namespace {

bool isBefore(const LogMatch& match, qint64 line, int column) {
  return match.line < line || (match.line == line && match.begin < column);
}

}  // namespace

void LogSearch::setPattern(const LogPattern& pattern) {
  m_pattern = pattern;
  m_problem.clear();
  m_matches.clear();
  m_next = 0;
  const Qt::CaseSensitivity sensitivity =
      pattern.isCaseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
  m_words = QStringMatcher(pattern.words, sensitivity);
  if (!pattern.isRegular) return;
  m_expression = QRegularExpression(pattern.words, pattern.isCaseSensitive
                                                       ? QRegularExpression::NoPatternOption
                                                       : QRegularExpression::CaseInsensitiveOption);
  if (!m_expression.isValid())
    m_problem =
        QCoreApplication::translate("trainyard::LogSearch",
                                    "The regular expression is not valid at character %1: %2.")
            .arg(m_expression.patternErrorOffset() + 1)
            .arg(m_expression.errorString());
}

void LogSearch::dropFrom(qint64 line) {
  while (!m_matches.empty() && m_matches.back().line >= line) m_matches.pop_back();
  m_next = std::min(m_next, line);
}

void LogSearch::dropBefore(qint64 line) {
  while (!m_matches.empty() && m_matches.front().line < line) m_matches.pop_front();
  m_next = std::max(m_next, line);
}

bool LogSearch::look(const QTextDocument& document, qint64 first, int milliseconds) {
  if (!isActive()) return true;
  m_next = std::max(m_next, first);
  QTextBlock block = document.findBlockByNumber(static_cast<int>(m_next - first));
  QElapsedTimer clock;
  clock.start();
  constexpr int linesBetweenLooksAtTheClock = 64;
  for (int seen = 1; block.isValid() && !isFull(); block = block.next(), ++seen) {
    matchBlock(block.text(), m_next++);
    if (seen % linesBetweenLooksAtTheClock == 0 && clock.elapsed() >= milliseconds)
      return !block.next().isValid();
  }
  return true;
}

void LogSearch::matchBlock(const QString& text, qint64 line) {
  const auto add = [&](qsizetype begin, qsizetype length) {
    if (length > 0 && !isFull())
      m_matches.push_back({line, static_cast<int>(begin), static_cast<int>(length)});
  };
  if (m_pattern.isRegular) {
    for (auto found = m_expression.globalMatch(text); found.hasNext();) {
      const QRegularExpressionMatch match = found.next();
      add(match.capturedStart(), match.capturedLength());
    }
    return;
  }
  const qsizetype length = m_pattern.words.size();
  for (qsizetype at = m_words.indexIn(text); at >= 0; at = m_words.indexIn(text, at + length))
    add(at, length);
}

qsizetype LogSearch::firstFrom(qint64 line, int column) const {
  const auto found =
      std::partition_point(m_matches.begin(), m_matches.end(),
                           [&](const LogMatch& match) { return isBefore(match, line, column); });
  return found == m_matches.end() ? -1 : found - m_matches.begin();
}

qsizetype LogSearch::lastBefore(qint64 line, int column) const {
  const auto found =
      std::partition_point(m_matches.begin(), m_matches.end(),
                           [&](const LogMatch& match) { return isBefore(match, line, column); });
  return found - m_matches.begin() - 1;
}

}  // namespace trainyard
