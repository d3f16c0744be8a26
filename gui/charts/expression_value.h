// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates expressions over all points of the curves that they name.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gui/charts/curve_expression.h"
#include "gui/charts/pixel_reduction.h"

namespace trainyard {

using CurvePoints = std::vector<CurvePoint>;
using CurvePointsPtr = std::shared_ptr<const CurvePoints>;

// What an expression is evaluated with. `points`: all of a metric of one run, ascending in the
// step; null if it has none, or could not be read.
struct ExpressionInput {
  std::function<CurvePointsPtr(const QString& metric)> points;
  // Where its steps were at which time; read only for what needs it.
  std::function<const StepTable&()> steps;
};

// Whether each of its values depends on the values of the same place only, or on what a curve has
// as a whole: then some of the points have the values that they have among all.
bool isPointwise(const CurveExpression& expression);

// The points of `y` at their steps, or at the values of `x`, if there is one, then ascending in
// these; of several at one place the last.
//
// Two curves with points at other steps meet at the steps of the one that has fewer, within what
// both cover; the other is interpolated linearly. A value that is not finite is a gap, as is the
// logarithm of 0. `ema` is that of the plots' smoothing (MovingAverage), `rate` the change a second
// since the point before, `mean(a, n)` that of the last n points; min, max, mean, std, first and
// last of one series are numbers. An expression that is a number is a line from the first to the
// last step. Null if a metric has no points.
CurvePointsPtr evaluate(const CurveExpression& y, const CurveExpression* x,
                        const ExpressionInput& input);

}  // namespace trainyard
