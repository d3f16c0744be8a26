// SPDX-License-Identifier: GPL-3.0-or-later
// Curves reduced to what a screen can show: per pixel column the first, lowest, highest and last
// point (M4; Jugel et al., VLDB 2014), so that no spike is lost and the cost of drawing depends
// only on the width.
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
  std::vector<double> gaps;  // x of points that cannot be drawn, at most one per column
};

struct XRange {
  double low = 0;
  double high = 1;
};

// `points` must ascend in x. Returns at most four points per column, in ascending x, all of them
// points of the input; one point outside the range is kept on either side, so that the line leaves
// the plot at the right place. `columns` must be at least 1.
ReducedCurve reduceToColumns(std::span<const CurvePoint> points, XRange range, int columns);

// The points inside the range, with one more on either side.
std::span<const CurvePoint> clipToRange(std::span<const CurvePoint> points, XRange range);

}  // namespace trainyard
