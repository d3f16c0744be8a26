// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

void appendSpots(const CurveBlock& block, std::vector<CurvePoint>& out) {
  const std::size_t before = out.size();
  if (block.finite > 0)
    for (const CurveSpot& spot : {block.first, block.lowest, block.highest, block.last})
      out.push_back({spot.x, spot.y});
  if (block.gaps > 0)
    for (const double x : {block.firstGap, block.lastGap}) out.push_back({x, noValue});
  const auto own = out.begin() + static_cast<std::ptrdiff_t>(before);
  std::stable_sort(own, out.end(),
                   [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
  out.erase(std::unique(own, out.end(),
                        [](const CurvePoint& a, const CurvePoint& b) { return a.x == b.x; }),
            out.end());
}

void appendSpot(const std::optional<CurveSpot>& spot, std::vector<CurvePoint>& out) {
  if (spot) out.push_back({spot->x, spot->y});
}

}  // namespace

bool ColumnCurve::isExact() const {
  return std::all_of(columns.begin(), columns.end(),
                     [](const CurveBlock& block) { return block.counted() <= 1; });
}

double ColumnCurve::columnOf(double x) const { return std::floor((x - origin) / width); }

void widenColumns(ColumnCurve& curve, qsizetype most) {
  while (curve.columns.size() > most) {
    curve.width *= 2;
    QList<CurveBlock> merged;
    merged.reserve(curve.columns.size() / 2 + 1);
    double last = -1;
    for (const CurveBlock& block : std::as_const(curve.columns)) {
      const double column = curve.columnOf(block.low());
      if (!merged.isEmpty() && column == last)
        merged.last().merge(block);
      else
        merged.append(block);
      last = column;
    }
    // Points that are far apart never share a column.
    if (merged.size() == curve.columns.size() && curve.width > curve.covered.high - curve.origin)
      break;
    curve.columns = std::move(merged);
  }
}

std::vector<CurvePoint> pointsOf(const ColumnCurve& curve, XRange range) {
  const auto& columns = curve.columns;
  auto begin = std::lower_bound(columns.begin(), columns.end(), range.low,
                                [](const CurveBlock& block, double x) { return block.high() < x; });
  auto end = std::upper_bound(begin, columns.end(), range.high,
                              [](double x, const CurveBlock& block) { return x < block.low(); });
  std::vector<CurvePoint> out;
  if (begin != columns.begin())
    --begin;
  else
    appendSpot(curve.before, out);
  const bool endsInside = end == columns.end();
  if (!endsInside) ++end;
  out.reserve(out.size() + static_cast<std::size_t>(end - begin) * 4 + 1);
  for (auto block = begin; block != end; ++block) appendSpots(*block, out);
  if (endsInside) appendSpot(curve.after, out);
  return out;
}

ColumnCurve exactCurve(const std::vector<CurvePoint>& points) {
  ColumnCurve curve;
  if (points.empty()) return curve;
  curve.origin = points.front().x;
  curve.covered = {points.front().x, points.back().x};
  curve.width = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < points.size(); ++i)
    curve.width = std::min(curve.width, points[i].x - points[i - 1].x);
  if (!std::isfinite(curve.width) || curve.width <= 0) curve.width = 1;
  for (const CurvePoint& point : points) {
    CurveBlock block;
    block.add({point.x, point.y}, false);
    curve.whole.merge(block);
    curve.columns.append(block);
  }
  return curve;
}

}  // namespace trainyard
