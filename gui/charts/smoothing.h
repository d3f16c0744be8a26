// SPDX-License-Identifier: GPL-3.0-or-later
// Smoothing like in TensorBoard.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gui/charts/pixel_reduction.h"

namespace trainyard {

// Debiased exponential moving average: last = w * last + (1 - w) * y, returned as last / (1 - w^n).
// Non-finite values are passed through and not counted; a constant curve is unchanged. `weight` is
// in [0, 1); 0 returns the points unchanged.
std::vector<CurvePoint> smooth(std::span<const CurvePoint> points, double weight);

// The same for a growing line: only new points are computed.
class GrowingSmooth {
 public:
  // `points` are those of the last call followed by new ones, unless `generation` or `weight` has
  // changed. Valid until the next call.
  const std::vector<CurvePoint>& update(std::span<const CurvePoint> points,
                                        std::uint64_t generation, double weight);
  // The result of the last call.
  const std::vector<CurvePoint>& points() const { return m_points; }

 private:
  void restart(std::uint64_t generation, double weight);
  void append(std::span<const CurvePoint> points);

  std::vector<CurvePoint> m_points;
  std::uint64_t m_generation = 0;
  double m_weight = 0;
  double m_last = 0;
  double m_remaining = 1;  // w^n
  bool m_constant = true;
};

}  // namespace trainyard
