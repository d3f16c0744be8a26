// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/smoothing.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

std::vector<CurvePoint> smooth(std::span<const CurvePoint> points, double weight) {
  GrowingSmooth smoothing;
  return smoothing.update(points, 0, weight);
}

void GrowingSmooth::restart(std::uint64_t generation, double weight) {
  m_points.clear();
  m_generation = generation;
  m_weight = weight;
  m_last = 0;
  m_remaining = 1;
  m_constant = true;
}

const std::vector<CurvePoint>& GrowingSmooth::update(std::span<const CurvePoint> points,
                                                     std::uint64_t generation, double weight) {
  if (generation != m_generation || weight != m_weight || points.size() < m_points.size())
    restart(generation, weight);
  const auto fresh = points.subspan(m_points.size());
  const bool staysConstant = std::all_of(
      fresh.begin(), fresh.end(), [&](const CurvePoint& p) { return p.y == points.front().y; });
  if (m_constant && !staysConstant) {
    restart(generation, weight);
    m_constant = false;
    append(points);
  } else {
    append(fresh);
  }
  return m_points;
}

void GrowingSmooth::append(std::span<const CurvePoint> points) {
  const std::size_t before = m_points.size();
  m_points.insert(m_points.end(), points.begin(), points.end());
  if (m_constant || m_weight <= 0) return;
  for (std::size_t i = before; i < m_points.size(); ++i) {
    if (!std::isfinite(m_points[i].y)) continue;
    m_last = m_weight * m_last + (1 - m_weight) * m_points[i].y;
    m_remaining *= m_weight;
    m_points[i].y = m_last / (1 - m_remaining);
  }
}

}  // namespace trainyard
