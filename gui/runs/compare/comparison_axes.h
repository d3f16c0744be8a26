// SPDX-License-Identifier: GPL-3.0-or-later
// Compared runs on the axes of parallel coordinates: some of the settings in which they differ, and
// their best values of some metrics.
#pragma once

#include "gui/charts/parallel_axes.h"
#include "gui/runs/records/comparison.h"

namespace trainyard {

ParallelAxes comparisonAxes(const Comparison& comparison);

}  // namespace trainyard
