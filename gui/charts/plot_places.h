// SPDX-License-Identifier: GPL-3.0-or-later
// Where the first run of a set is on the axis of its plots, and what it had seen there.
#pragma once

#include <QString>
#include <optional>

namespace trainyard {

class CurveSet;

// Of a step, on the axis that all plots of the set share; nothing where that has no steps, or the
// run does not report it.
std::optional<double> placeOfStep(const CurveSet& set, double step);
// The tokens at a step, as text; empty if the run does not report them there.
QString tokensAtStep(const CurveSet& set, double step);

}  // namespace trainyard
