// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/level_marks.h"

#include <algorithm>

namespace trainyard {

void LevelMarks::clear() {
  m_marks.clear();
  m_numErrors = m_numWarnings = 0;
}

void LevelMarks::count(const LevelMark& mark, int by) {
  (mark.level == LineLevel::error ? m_numErrors : m_numWarnings) += by;
}

void LevelMarks::add(qint64 line, const LineLevels::Verdict& verdict) {
  if (verdict.level == LineLevel::none) return;
  if (!verdict.isStart && !m_marks.empty() && m_marks.back().last() == line - 1) {
    ++m_marks.back().numLines;
    return;
  }
  m_marks.push_back({line, 1, verdict.level});
  count(m_marks.back(), 1);
}

void LevelMarks::takeBack(qint64 line) {
  if (m_marks.empty() || m_marks.back().last() != line) return;
  if (--m_marks.back().numLines > 0) return;
  count(m_marks.back(), -1);
  m_marks.pop_back();
}

void LevelMarks::dropBefore(qint64 line) {
  while (!m_marks.empty() && m_marks.front().last() < line) {
    count(m_marks.front(), -1);
    m_marks.pop_front();
  }
}

const LevelMark* LevelMarks::next(qint64 line) const {
  if (m_marks.empty()) return nullptr;
  const auto found = std::partition_point(m_marks.begin(), m_marks.end(),
                                          [&](const LevelMark& mark) { return mark.line <= line; });
  return found == m_marks.end() ? &m_marks.front() : &*found;
}

const LevelMark* LevelMarks::previous(qint64 line) const {
  if (m_marks.empty()) return nullptr;
  const auto found = std::partition_point(m_marks.begin(), m_marks.end(),
                                          [&](const LevelMark& mark) { return mark.line < line; });
  return found == m_marks.begin() ? &m_marks.back() : &*(found - 1);
}

const LevelMark* LevelMarks::lastError() const {
  const auto found = std::find_if(m_marks.rbegin(), m_marks.rend(), [](const LevelMark& mark) {
    return mark.level == LineLevel::error;
  });
  return found == m_marks.rend() ? nullptr : &*found;
}

}  // namespace trainyard
