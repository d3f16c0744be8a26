// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/pixel_reduction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

// The points of a column that are kept, by their index in the input.
struct Column {
  std::size_t first, lowest, highest, last;
};

void appendColumn(std::span<const CurvePoint> points, const Column& column, LinePart& part) {
  std::array<std::size_t, 4> kept{column.first, column.lowest, column.highest, column.last};
  std::sort(kept.begin(), kept.end());
  const auto end = std::unique(kept.begin(), kept.end());
  for (auto index = kept.begin(); index != end; ++index)
    part.emplace_back(points[*index].x, points[*index].y);
}

}  // namespace

std::span<const CurvePoint> clipToRange(std::span<const CurvePoint> points, XRange range) {
  auto begin = std::lower_bound(points.begin(), points.end(), range.low,
                                [](const CurvePoint& p, double x) { return p.x < x; });
  auto end = std::upper_bound(begin, points.end(), range.high,
                              [](double x, const CurvePoint& p) { return x < p.x; });
  if (begin != points.begin()) --begin;
  if (end != points.end()) ++end;
  return {begin, end};
}

ReducedCurve reduceToColumns(std::span<const CurvePoint> all, XRange range, int columns) {
  const std::span<const CurvePoint> points = clipToRange(all, range);
  const double width = range.high > range.low ? range.high - range.low : 1.0;
  const auto columnOf = [&](double x) {
    return static_cast<long long>(std::floor((x - range.low) / width * std::max(columns, 1)));
  };

  ReducedCurve out;
  bool open = false;  // a column of a part is being collected
  long long current = std::numeric_limits<long long>::min();
  long long lastGap = current;
  Column column{};
  const auto closePart = [&] {
    if (open) appendColumn(points, column, out.parts.back());
    open = false;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const long long at = columnOf(points[i].x);
    if (!std::isfinite(points[i].y)) {
      closePart();
      if (at != lastGap) out.gaps.push_back(points[i].x);
      lastGap = at;
      continue;
    }
    if (!open) {
      out.parts.emplace_back();
      column = {i, i, i, i};
      open = true;
    } else if (at != current) {
      appendColumn(points, column, out.parts.back());
      column = {i, i, i, i};
    } else {
      if (points[i].y < points[column.lowest].y) column.lowest = i;
      if (points[i].y > points[column.highest].y) column.highest = i;
      column.last = i;
    }
    current = at;
  }
  closePart();
  return out;
}

}  // namespace trainyard
