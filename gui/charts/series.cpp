// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

bool isBefore(const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; }

bool ascends(std::span<const CurvePoint> points) {
  return std::adjacent_find(points.begin(), points.end(), [](const auto& a, const auto& b) {
           return a.x >= b.x;
         }) == points.end();
}

bool holds(const std::vector<CurvePoint>& points, const CurvePoint& wanted) {
  const auto at = std::lower_bound(points.begin(), points.end(), wanted, isBefore);
  return at != points.end() && at->x == wanted.x &&
         (at->y == wanted.y || (std::isnan(at->y) && std::isnan(wanted.y)));
}

// Sorts by x; of equal ones, the last one added is kept.
void sortKeepingLast(std::vector<CurvePoint>& points) {
  std::stable_sort(points.begin(), points.end(), isBefore);
  const auto firstKept =
      std::unique(points.rbegin(), points.rend(), [](const auto& a, const auto& b) {
        return a.x == b.x;
      }).base();
  points.erase(points.begin(), firstKept);
}

}  // namespace

bool Series::appendsToLine(std::int64_t attempt, std::span<const CurvePoint> points) const {
  return !m_stale && !m_attempts.empty() && m_attempts.rbegin()->first == attempt &&
         ascends(points) && (m_line.empty() || m_line.back().x < points.front().x);
}

void Series::add(std::int64_t attempt, std::span<const CurvePoint> points) {
  if (points.empty()) return;
  std::vector<CurvePoint>& own = m_attempts[attempt].points;
  // The store repeats what arrived live, which has no effect.
  while (!points.empty() && holds(own, points.front())) points = points.subspan(1);
  if (points.empty()) return;
  const bool extends = appendsToLine(attempt, points);
  const bool inOrder = ascends(points) && (own.empty() || own.back().x < points.front().x);
  own.insert(own.end(), points.begin(), points.end());
  if (!inOrder) sortKeepingLast(own);
  if (extends)
    m_line.insert(m_line.end(), points.begin(), points.end());
  else
    m_stale = true;
}

void Series::resume(std::int64_t attempt, std::int64_t step) {
  const auto found = m_attempts.find(attempt);
  if (found != m_attempts.end() && found->second.resumeStep == static_cast<double>(step)) return;
  m_attempts[attempt].resumeStep = static_cast<double>(step);
  m_stale = true;
}

const std::vector<CurvePoint>& Series::line() const {
  if (!m_stale) return m_line;
  m_stale = false;
  ++m_generation;
  m_line.clear();
  double limit = std::numeric_limits<double>::infinity();
  std::vector<std::span<const CurvePoint>> kept;
  for (auto attempt = m_attempts.rbegin(); attempt != m_attempts.rend(); ++attempt) {
    const auto& points = attempt->second.points;
    const auto end = std::upper_bound(points.begin(), points.end(), limit,
                                      [](double x, const CurvePoint& p) { return x < p.x; });
    kept.emplace_back(points.begin(), end);
    if (attempt->second.resumeStep)
      limit = std::min(limit, *attempt->second.resumeStep);
    else if (!points.empty())
      limit = std::min(limit,
                       std::nextafter(points.front().x, -std::numeric_limits<double>::infinity()));
  }
  for (auto part = kept.rbegin(); part != kept.rend(); ++part)
    m_line.insert(m_line.end(), part->begin(), part->end());
  if (!ascends(m_line)) sortKeepingLast(m_line);
  return m_line;
}

std::uint64_t Series::generation() const {
  line();
  return m_generation;
}

std::vector<double> Series::marks() const {
  std::vector<double> out;
  for (const auto& [number, attempt] : m_attempts)
    if (number != m_attempts.begin()->first && attempt.resumeStep.value_or(0) > 0)
      out.push_back(*attempt.resumeStep);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::size_t Series::supersededPoints() const {
  std::size_t all = 0;
  for (const auto& [number, attempt] : m_attempts) all += attempt.points.size();
  return all - line().size();
}

}  // namespace trainyard
