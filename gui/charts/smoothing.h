// SPDX-License-Identifier: GPL-3.0-or-later
// Smoothing like in TensorBoard, by one pass over the columns of a curve.
#pragma once

#include <vector>

#include "gui/charts/curve_columns.h"

namespace trainyard {

// Debiased exponential moving average: last = w * last + (1 - w) * y, shown as last / (1 - w^n). A
// column of n points has the weight w^n and its mean, so columns of one point are exact. Values
// that are not finite are passed over, and a constant curve is unchanged.
class MovingAverage {
 public:
  // `weight` is in [0, 1).
  explicit MovingAverage(double weight) : m_weight(weight) {}
  // Returns the average after the column; NaN before there was a value.
  double take(const CurveBlock& column);

 private:
  double m_weight, m_last = 0, m_remaining = 1;  // w^n
};

// One point a column that has values, at the last of them. Without `part` of the whole curve;
// otherwise of the part, from the state that the whole has where it begins.
std::vector<CurvePoint> smoothColumns(const ColumnCurve& whole, const ColumnCurve* part,
                                      double weight);

}  // namespace trainyard
