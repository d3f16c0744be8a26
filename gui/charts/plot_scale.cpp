// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

ReducedCurve reduceScaled(std::span<const CurvePoint> line, XRange range, int columns,
                          YScale scale) {
  if (scale == YScale::linear) return reduceToColumns(line, range, columns);
  const auto inside = clipToRange(line, range);
  std::vector<CurvePoint> scaled(inside.begin(), inside.end());
  for (CurvePoint& point : scaled) point.y = toAxis(point.y, scale);
  return reduceToColumns(scaled, range, columns);
}

void extend(XRange& range, const ReducedCurve& curve, XRange x) {
  for (const LinePart& part : curve.parts)
    for (const QPointF& point : part) {
      if (point.x() < x.low || point.x() > x.high) continue;
      range.low = std::min(range.low, point.y());
      range.high = std::max(range.high, point.y());
    }
}

}  // namespace

double toAxis(double value, YScale scale) {
  if (scale == YScale::linear) return value;
  return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double fromAxis(double coordinate, YScale scale) {
  return scale == YScale::linear ? coordinate : std::pow(10.0, coordinate);
}

DrawnCurve drawCurve(const std::vector<CurvePoint>& line, const std::vector<CurvePoint>* smoothed,
                     XRange range, int columns, YScale scale) {
  DrawnCurve out;
  out.raw = reduceScaled(line, range, columns, scale);
  if (smoothed) out.smooth = reduceScaled(*smoothed, range, columns, scale);
  return out;
}

std::optional<XRange> dataRange(const std::vector<const std::vector<CurvePoint>*>& lines) {
  std::optional<XRange> out;
  for (const auto* line : lines) {
    if (line->empty()) continue;
    if (!out) out = XRange{line->front().x, line->back().x};
    out->low = std::min(out->low, line->front().x);
    out->high = std::max(out->high, line->back().x);
  }
  if (out && out->low == out->high) out = XRange{out->low - 1, out->high + 1};
  return out;
}

XRange valueRange(const std::vector<DrawnCurve>& curves, XRange range) {
  const double infinity = std::numeric_limits<double>::infinity();
  XRange out{infinity, -infinity};
  for (const DrawnCurve& curve : curves) {
    extend(out, curve.raw, range);
    if (curve.smooth) extend(out, *curve.smooth, range);
  }
  if (out.low > out.high) return {0, 1};
  if (out.low == out.high) {
    const double air = out.low == 0 ? 1 : std::abs(out.low) * 0.1;
    return {out.low - air, out.high + air};
  }
  const double air = (out.high - out.low) * 0.05;
  return {out.low - air, out.high + air};
}

const CurvePoint* nearestPoint(const std::vector<CurvePoint>& line, double x) {
  if (line.empty()) return nullptr;
  auto after = std::lower_bound(line.begin(), line.end(), x,
                                [](const CurvePoint& p, double value) { return p.x < value; });
  if (after == line.end()) return &line.back();
  if (after == line.begin()) return &line.front();
  const auto before = std::prev(after);
  return x - before->x < after->x - x ? &*before : &*after;
}

}  // namespace trainyard
