#include "gui/charts/smoothing.h"

#include <cmath>

namespace trainyard {

std::vector<CurvePoint> smooth(std::span<const CurvePoint> points, double weight) {
  std::vector<CurvePoint> out(points.begin(), points.end());
  if (weight <= 0 || out.empty()) return out;
  bool constant = true;
  for (const CurvePoint& point : out) constant = constant && point.y == out.front().y;
  if (constant) return out;

  double last = 0;
  double remaining = 1;  // w^n
  for (CurvePoint& point : out) {
    if (!std::isfinite(point.y)) continue;
    last = weight * last + (1 - weight) * point.y;
    remaining *= weight;
    point.y = last / (1 - remaining);
  }
  return out;
}

}  // namespace trainyard
