// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares curves for drawing: smoothing, the axes' units, then the reduction to pixel columns.
#pragma once

#include <optional>
#include <vector>

#include "gui/charts/curve_columns.h"
#include "gui/charts/step_axis.h"

namespace trainyard {

enum class YScale { linear, logarithmic };

// What the band around a mean covers: the lowest to the highest value, one standard deviation or
// one standard error on either side.
enum class Band { range, deviation, error, none };

struct PlotStyle {
  YScale scale = YScale::linear;
  double smoothing = 0;        // weight, [0, 1)
  bool leavesOutliers = true;  // whether the vertical axis goes to the extrema
  Band band = Band::range;

  bool operator==(const PlotStyle&) const = default;
};

// The horizontal axis of a run; without a table along its steps.
struct StepAxis {
  const StepTable* table = nullptr;
  Along along = Along::steps;

  double placeOf(double step) const { return table ? table->placeOf(along, step) : step; }
  double stepOf(double place) const { return table ? table->stepOf(along, place) : place; }
};

// What several curves cover at a place.
struct BandPlace {
  double x = 0, low = 0, high = 0;
};

struct DrawnCurve {
  ReducedCurve raw;                    // y in axis coordinates: the value, or its decimal logarithm
  std::optional<ReducedCurve> smooth;  // if smoothing is on; raw is then drawn faint
  // Behind them, with y as it is: what is read out.
  std::vector<CurvePoint> points, smoothed;
  // Values with how many of the points inside the range they stand for.
  std::vector<std::pair<double, double>> weighted;
  std::vector<BandPlace> band;  // of a mean, with y as it is; ascending in x
};

// `part` is used if it covers the range. `range` is of places on the horizontal axis. On a
// logarithmic axis values of 0 and below are gaps.
DrawnCurve drawCurve(const ColumnCurve& whole, const ColumnCurve* part, const StepAxis& axis,
                     XRange range, int columns, const PlotStyle& style);

// The part of a curve, if it covers what is seen of it; otherwise null. `steps`: that are seen.
const ColumnCurve* coveringPart(const ColumnCurve& whole, const ColumnCurve* part, XRange steps);
ReducedCurve reduceScaled(const std::vector<CurvePoint>& points, XRange range, int columns,
                          YScale scale);

// The lowest and highest x of all curves; nothing if they have no points.
std::optional<XRange> dataRange(const std::vector<const ColumnCurve*>& curves,
                                const std::vector<StepAxis>& axes);

// The lowest and highest y of what is drawn inside `range`, with a margin; for a flat or empty
// curve a range in which it is visible. Without outliers that of all but the extreme points.
XRange valueRange(const std::vector<const DrawnCurve*>& curves, XRange range,
                  const PlotStyle& style);

double toAxis(double value, YScale scale);
double fromAxis(double coordinate, YScale scale);

// The finite point with the nearest x; null if there is none.
const CurvePoint* nearestPoint(const std::vector<CurvePoint>& line, double x);

}  // namespace trainyard
