// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about some points of a curve without reading them: enough to draw them if they
// share a pixel column, and to summarize them.
#pragma once

#include <limits>
#include <optional>

#include <QByteArray>
#include <QList>

namespace trainyard {

struct CurveSpot {
  double x = std::numeric_limits<double>::quiet_NaN();
  double y = std::numeric_limits<double>::quiet_NaN();
};

// The order in which points are added does not matter. x is the step, or for points that were
// reported without one their number in the curve. Only doubles, as it is stored as they are.
struct CurveBlock {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  double points = 0;    // all of them, also those that a later one replaced
  double finite = 0;    // the finite values
  double gaps = 0;      // NaN and infinite values
  double numbered = 0;  // points without a step
  double sum = 0;       // of the finite values
  // Of the finite values: at the lowest and highest x, and the extrema (of equal ones the first).
  CurveSpot first, last, lowest, highest;
  CurveSpot lowestPositive;  // the lowest above 0, for logarithmic axes
  double firstGap = none, lastGap = none;

  void add(CurveSpot spot, bool isNumbered);
  void merge(const CurveBlock& other);
  double counted() const { return finite + gaps; }
  // The range of x; NaN if nothing is counted.
  double low() const;
  double high() const;

  QByteArray toBytes() const;
  static CurveBlock fromBytes(const QByteArray& bytes);
};

struct CurveRange {
  double low = 0, high = 0;
};

// A curve in a range of x, in columns of equal width, without points that are superseded or
// replaced.
struct Curve {
  CurveBlock whole;           // the whole curve
  QList<CurveBlock> columns;  // in the order of x, without empty ones; the extrema are exact
  // The nearest points outside the range, so that a line leaves it at the right place; y may be
  // NaN.
  std::optional<CurveSpot> before, after;
};

}  // namespace trainyard
