// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and labels of an axis' ticks: round numbers, few enough to read. Numbers have the
// decimal point of the window's locale.
#pragma once

#include <QString>
#include <vector>

namespace trainyard {

struct AxisTick {
  double at = 0;  // in axis coordinates: the value, or its decimal logarithm
  QString text;
};

// Returns ticks at multiples of 1, 2 or 5 times a power of ten inside [low, high], about `wanted`
// of them.
std::vector<AxisTick> linearTicks(double low, double high, int wanted);

// `low` and `high` are decimal logarithms. Ticks are at powers of ten; below about two decades also
// at their multiples by 2 and 5, and if that is still too few, at round values as on a linear axis.
std::vector<AxisTick> logarithmicTicks(double low, double high, int wanted);

// The shortest text that is unambiguous for the given distance between ticks: "0.05", "12k",
// "1.5M", "3e-05".
QString tickText(double value, double step);

// Four significant digits, for readouts and tables: "2.318", "3.1e-05", "12,345".
QString readOut(double value);

// At most four significant digits, for axes and columns of settings: "3.14e-4", "0.012", "4,469".
QString shortText(double value);

}  // namespace trainyard
