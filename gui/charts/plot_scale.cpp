// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/charts/smoothing.h"

namespace trainyard {
namespace {

constexpr double leftOutShare = 0.025;  // of the points, at either end, if outliers are left out
constexpr double airShare = 0.03;       // above and below, of the range

void mapPoints(std::vector<CurvePoint>& points, const StepAxis& axis) {
  if (axis.table && axis.along != Along::steps)
    for (CurvePoint& point : points) point.x = axis.placeOf(point.x);
}

// A column's extrema stand for a point each, its mean for the others.
void weigh(const ColumnCurve& curve, XRange steps, DrawnCurve& drawn) {
  for (const CurveBlock& block : curve.columns) {
    if (block.finite == 0 || block.high() < steps.low || block.low() > steps.high) continue;
    drawn.weighted.emplace_back(block.lowest.y, 1);
    if (block.finite > 1) drawn.weighted.emplace_back(block.highest.y, 1);
    if (block.finite > 2) drawn.weighted.emplace_back(block.sum / block.finite, block.finite - 2);
  }
}

void extend(XRange& range, const ReducedCurve& curve, XRange x) {
  for (const LinePart& part : curve.parts)
    for (const QPointF& point : part) {
      if (point.x() < x.low || point.x() > x.high) continue;
      range.low = std::min(range.low, point.y());
      range.high = std::max(range.high, point.y());
    }
}

XRange rangeOfMost(const std::vector<const DrawnCurve*>& curves, YScale scale) {
  std::vector<std::pair<double, double>> all;
  double total = 0;
  for (const DrawnCurve* curve : curves)
    for (const auto& [value, weight] : curve->weighted)
      if (const double y = toAxis(value, scale); std::isfinite(y)) {
        all.emplace_back(y, weight);
        total += weight;
      }
  if (all.empty()) return {1, 0};
  std::sort(all.begin(), all.end());
  XRange out{all.front().first, all.back().first};
  double before = 0;
  for (const auto& [value, weight] : all) {
    if (before <= total * leftOutShare) out.low = value;
    if (before < total * (1 - leftOutShare)) out.high = value;
    before += weight;
  }
  return out;
}

}  // namespace

double toAxis(double value, YScale scale) {
  if (scale == YScale::linear) return value;
  return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double fromAxis(double coordinate, YScale scale) {
  return scale == YScale::linear ? coordinate : std::pow(10.0, coordinate);
}

ReducedCurve reduceScaled(const std::vector<CurvePoint>& points, XRange range, int columns,
                          YScale scale) {
  if (scale == YScale::linear) return reduceToColumns(points, range, columns);
  std::vector<CurvePoint> scaled = points;
  for (CurvePoint& point : scaled) point.y = toAxis(point.y, scale);
  return reduceToColumns(scaled, range, columns);
}

const ColumnCurve* coveringPart(const ColumnCurve& whole, const ColumnCurve* part, XRange steps) {
  const bool covers = part && part->covered.low <= std::max(steps.low, whole.whole.low()) &&
                      part->covered.high >= std::min(steps.high, whole.whole.high());
  return covers ? part : nullptr;
}

DrawnCurve drawCurve(const ColumnCurve& whole, const ColumnCurve* part, const StepAxis& axis,
                     XRange range, int columns, const PlotStyle& style) {
  DrawnCurve out;
  if (whole.isEmpty()) return out;
  const XRange steps{axis.stepOf(range.low), axis.stepOf(range.high)};
  part = coveringPart(whole, part, steps);
  const ColumnCurve& shown = part ? *part : whole;
  out.points = pointsOf(shown, steps);
  mapPoints(out.points, axis);
  out.raw = reduceScaled(out.points, range, columns, style.scale);
  if (!style.leavesOutliers) weigh(shown, steps, out);
  if (style.smoothing <= 0) return out;
  out.smoothed = smoothColumns(whole, part, style.smoothing);
  mapPoints(out.smoothed, axis);
  out.smooth = reduceScaled(out.smoothed, range, columns, style.scale);
  return out;
}

std::optional<XRange> dataRange(const std::vector<const ColumnCurve*>& curves,
                                const std::vector<StepAxis>& axes) {
  std::optional<XRange> out;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (!curves[i] || curves[i]->isEmpty()) continue;
    const double low = axes[i].placeOf(curves[i]->whole.low()),
                 high = axes[i].placeOf(curves[i]->whole.high());
    if (!std::isfinite(low) || !std::isfinite(high)) continue;
    if (!out) out = XRange{low, high};
    out->low = std::min(out->low, low);
    out->high = std::max(out->high, high);
  }
  // A single place stands in the middle of what may follow.
  if (out && out->low == out->high)
    out = out->low > 0 ? XRange{0, 2 * out->low} : XRange{out->low, out->low + 1};
  return out;
}

XRange valueRange(const std::vector<const DrawnCurve*>& curves, XRange range,
                  const PlotStyle& style) {
  const double infinity = std::numeric_limits<double>::infinity();
  XRange out{infinity, -infinity};
  if (!style.leavesOutliers) out = rangeOfMost(curves, style.scale);
  if (out.low > out.high) {
    out = {infinity, -infinity};
    for (const DrawnCurve* curve : curves) {
      extend(out, curve->raw, range);
      if (curve->smooth) extend(out, *curve->smooth, range);
      for (const BandPlace& place : curve->band)
        if (place.x >= range.low && place.x <= range.high)
          for (const double y : {toAxis(place.low, style.scale), toAxis(place.high, style.scale)})
            if (std::isfinite(y)) out = {std::min(out.low, y), std::max(out.high, y)};
    }
  }
  if (out.low > out.high) return {0, 1};
  if (out.low == out.high) {
    const double air = out.low == 0 ? 1 : std::abs(out.low) * 0.1;
    return {out.low - air, out.high + air};
  }
  const double air = (out.high - out.low) * airShare;
  return {out.low - air, out.high + air};
}

const CurvePoint* nearestPoint(const std::vector<CurvePoint>& line, double x) {
  const auto after = std::lower_bound(
      line.begin(), line.end(), x, [](const CurvePoint& p, double value) { return p.x < value; });
  const auto next =
      std::find_if(after, line.end(), [](const CurvePoint& p) { return std::isfinite(p.y); });
  const auto previous = std::find_if(std::make_reverse_iterator(after), line.rend(),
                                     [](const CurvePoint& p) { return std::isfinite(p.y); });
  if (next == line.end()) return previous == line.rend() ? nullptr : &*previous;
  if (previous == line.rend()) return &*next;
  return x - previous->x < next->x - x ? &*previous : &*next;
}

}  // namespace trainyard
