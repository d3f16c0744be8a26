// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares a line for drawing: the scale, then the reduction to pixel columns.
#pragma once

#include <optional>
#include <vector>

#include "gui/charts/pixel_reduction.h"

namespace trainyard {

enum class YScale { linear, logarithmic };

struct PlotStyle {
  YScale scale = YScale::linear;
  double smoothing = 0;  // weight, [0, 1)
};

struct DrawnCurve {
  ReducedCurve raw;                    // y in axis coordinates: the value, or its decimal logarithm
  std::optional<ReducedCurve> smooth;  // if smoothing is on; raw is then drawn faint
};

// On a logarithmic axis values of 0 and below are gaps. `smoothed`: the same line smoothed; null if
// smoothing is off.
DrawnCurve drawCurve(const std::vector<CurvePoint>& line, const std::vector<CurvePoint>* smoothed,
                     XRange range, int columns, YScale scale);

// The lowest and highest x of all lines; nothing if they have no points.
std::optional<XRange> dataRange(const std::vector<const std::vector<CurvePoint>*>& lines);

// The lowest and highest y of what is drawn inside `range`, with a margin; for a flat or empty
// curve a range in which it is visible.
XRange valueRange(const std::vector<DrawnCurve>& curves, XRange range);

double toAxis(double value, YScale scale);
double fromAxis(double coordinate, YScale scale);

// The point with the nearest x; null if there is none.
const CurvePoint* nearestPoint(const std::vector<CurvePoint>& line, double x);

}  // namespace trainyard
