// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/smoothing.h"

#include <cmath>
#include <limits>

namespace trainyard {
namespace {

// The curve goes through what it cannot show: a gap stays one.
void appendSmoothed(const CurveBlock& column, double average, bool isConstant,
                    std::vector<CurvePoint>& out) {
  if (column.finite > 0)
    out.push_back({column.last.x, isConstant ? column.last.y : average});
  else
    out.push_back({column.firstGap, std::numeric_limits<double>::quiet_NaN()});
}

}  // namespace

double MovingAverage::take(const CurveBlock& column) {
  if (column.finite > 0) {
    const double kept = column.finite == 1 ? m_weight : std::pow(m_weight, column.finite);
    m_last = kept * m_last + (1 - kept) * (column.sum / column.finite);
    m_remaining *= kept;
  }
  return m_remaining < 1 ? m_last / (1 - m_remaining) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<CurvePoint> smoothColumns(const ColumnCurve& whole, const ColumnCurve* part,
                                      double weight) {
  const bool isConstant = whole.whole.lowest.y == whole.whole.highest.y;
  MovingAverage average(weight);
  std::vector<CurvePoint> out;
  out.reserve(static_cast<std::size_t>((part ? part : &whole)->columns.size()));
  for (const CurveBlock& column : whole.columns) {
    if (part && column.high() >= part->covered.low) break;
    const double value = average.take(column);
    if (!part) appendSmoothed(column, value, isConstant, out);
  }
  if (part)
    for (const CurveBlock& column : part->columns)
      appendSmoothed(column, average.take(column), isConstant, out);
  return out;
}

}  // namespace trainyard
