// SPDX-License-Identifier: GPL-3.0-or-later
// Where the errors and warnings of an output are, while lines are added at its end and go at its
// beginning.
#pragma once

#include <deque>

#include "gui/runs/logs/line_levels.h"

namespace trainyard {

// One error or warning.
struct LevelMark {
  qint64 line = 0, numLines = 1;
  LineLevel level = LineLevel::none;

  qint64 last() const { return line + numLines - 1; }
  bool operator==(const LevelMark&) const = default;
};

class LevelMarks {
 public:
  void clear();
  // The lines one after the other.
  void add(qint64 line, const LineLevels::Verdict& verdict);
  // Takes back the line that was added last.
  void takeBack(qint64 line);
  void dropBefore(qint64 line);

  const std::deque<LevelMark>& all() const { return m_marks; }
  int numErrors() const { return m_numErrors; }
  int numWarnings() const { return m_numWarnings; }
  // The first that begins after this line, or the last that begins before it, and from the other
  // end if there is none; nothing if there are none at all.
  const LevelMark* next(qint64 line) const;
  const LevelMark* previous(qint64 line) const;
  const LevelMark* lastError() const;

 private:
  void count(const LevelMark& mark, int by);

  std::deque<LevelMark> m_marks;
  int m_numErrors = 0, m_numWarnings = 0;
};

}  // namespace trainyard
