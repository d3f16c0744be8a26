// SPDX-License-Identifier: GPL-3.0-or-later
// Every place of some words in the lines of an output. It looks in pieces, so that a long output
// does not block the window, and of what arrives later looks only at what is new.
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringMatcher>
#include <deque>

class QTextDocument;

namespace trainyard {

struct LogPattern {
  QString words;
  bool isCaseSensitive = false, isRegular = false;

  bool operator==(const LogPattern&) const = default;
};

struct LogMatch {
  qint64 line = 0;
  int begin = 0, length = 0;

  bool operator==(const LogMatch&) const = default;
};

class LogSearch {
 public:
  // As many as can be told apart on a scroll bar, by far.
  static constexpr qsizetype maxMatches = 100000;

  void setPattern(const LogPattern& pattern);
  const LogPattern& pattern() const { return m_pattern; }
  // Why there can be no match; empty if the pattern is right.
  const QString& problem() const { return m_problem; }
  bool isActive() const { return !m_pattern.words.isEmpty() && m_problem.isEmpty(); }

  // Looks again from this line on.
  void dropFrom(qint64 line);
  void dropBefore(qint64 line);
  // Looks on for at most this time; the document's first line has the number `first`. Returns
  // whether it has seen all of it.
  bool look(const QTextDocument& document, qint64 first, int milliseconds);

  const std::deque<LogMatch>& matches() const { return m_matches; }
  bool isFull() const { return std::ssize(m_matches) >= maxMatches; }
  // The first match at or after a place, or the last before it; -1: none.
  qsizetype firstFrom(qint64 line, int column) const;
  qsizetype lastBefore(qint64 line, int column) const;

 private:
  void matchBlock(const QString& text, qint64 line);

  LogPattern m_pattern;
  QString m_problem;
  QStringMatcher m_words;
  QRegularExpression m_expression;
  std::deque<LogMatch> m_matches;
  qint64 m_next = 0;  // the first line that was not looked at
};

}  // namespace trainyard
