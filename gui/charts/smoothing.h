// The smoothing that people know from TensorBoard.
#pragma once

#include <span>
#include <vector>

#include "gui/charts/pixel_reduction.h"

namespace trainyard {

// Debiased exponential moving average: last = w * last + (1 - w) * y, shown as last / (1 - w^n). Non-finite values pass
// through and are not counted; a constant curve stays as it is. `weight` in [0, 1); 0 returns the points unchanged.
std::vector<CurvePoint> smooth(std::span<const CurvePoint> points, double weight);

}  // namespace trainyard
