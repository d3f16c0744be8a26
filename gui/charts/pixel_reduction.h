// SPDX-License-Identifier: GPL-3.0-or-later
// Curves reduced to what a screen can show: per pixel column the first, lowest, highest and last
// point (M4; Jugel et al., VLDB 2014), so that no spike is lost and the cost of drawing depends on
// the width alone.
#pragma once

#include <QPointF>
#include <span>
#include <vector>

namespace trainyard {

struct CurvePoint {
  double x = 0;
  double y = 0;  // may be NaN or infinite: a gap
};

// Part of a curve between two gaps.
using LinePart = std::vector<QPointF>;

struct ReducedCurve {
  std::vector<LinePart> parts;
  std::vector<double> gaps;  // x of the points that cannot be drawn, at most one per column
};

struct XRange {
  double low = 0;
  double high = 1;
};

// `points` ascend in x. At most four points per column, in ascending x, all of them points of the
// input; outside the range one point on either side is kept, so that the line leaves the picture
// where it should. `columns` is at least 1.
ReducedCurve reduceToColumns(std::span<const CurvePoint> points, XRange range, int columns);

// The points that lie inside the range, with one more on either side.
std::span<const CurvePoint> clipToRange(std::span<const CurvePoint> points, XRange range);

}  // namespace trainyard
