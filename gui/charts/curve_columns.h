// SPDX-License-Identifier: GPL-3.0-or-later
// A curve as the window has it: columns of equal width, of which the extrema are exact, so that no
// spike is lost and memory and drawing do not depend on the number of points.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/charts/pixel_reduction.h"
#include "remote/store/curve_block.h"

namespace trainyard {

struct ColumnCurve {
  double origin = 0,
         width = 1;           // column k holds x in [origin + k * width, origin + (k + 1) * width)
  QList<CurveBlock> columns;  // in the order of x, without empty ones
  // The smallest distance of two points: columns are never narrower.
  double finest = 1;
  CurveBlock whole;  // the whole curve, also where the columns are a part of it
  XRange covered;    // the range that was read
  // The nearest points outside of it.
  std::optional<CurveSpot> before, after;
  // How often it was read anew because older points had changed; otherwise it has only grown.
  int rewrites = 0;

  bool isEmpty() const { return whole.counted() == 0; }
  // Whether every point is a column of its own.
  bool isExact() const;
  double columnOf(double x) const;
  double leftOf(double column) const { return origin + column * width; }
};

using ColumnCurvePtr = std::shared_ptr<const ColumnCurve>;

// Half as many columns of twice the width, until there are at most `most`.
void widenColumns(ColumnCurve& curve, qsizetype most);

// The points that draw the columns, ascending in x: of each the first, lowest, highest and last
// one, and NaN where it has gaps. `range`: of x; one column more is taken on either side.
std::vector<CurvePoint> pointsOf(const ColumnCurve& curve, XRange range);

// A curve in memory that is short enough for a column a point. `points` ascend in x.
ColumnCurve exactCurve(const std::vector<CurvePoint>& points);

}  // namespace trainyard
