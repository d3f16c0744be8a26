// SPDX-License-Identifier: GPL-3.0-or-later
// What expressions calculate of one curve. Points that are gaps stay gaps, and do not count.
#pragma once

#include <functional>

#include "gui/charts/expression_value.h"

namespace trainyard::series {

using Points = CurvePoints;

void apply(Points& points, const std::function<double(double)>& function);
void exponentialAverage(Points& points, double weight);  // `weight` in [0, 1)
void averageOfLast(Points& points, double count);        // a gap until there was a value
void cumulate(Points& points, const std::function<double(double, double)>& function);
// The difference from the value before, which the first point does not have.
void difference(Points& points);
// The same by the seconds between them.
void rate(Points& points, const StepTable& steps);

// Of the finite values; NaN if there are none.
double first(const Points& points);
double last(const Points& points);
double least(const Points& points);
double greatest(const Points& points);
double mean(const Points& points);
double deviation(const Points& points);  // of a sample: by n - 1; 0 of one value

// Both at the same places: those of the one that has fewer points, within what both cover.
void align(Points& a, Points& b);

}  // namespace trainyard::series
