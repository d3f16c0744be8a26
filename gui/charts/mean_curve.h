// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of several curves, and the band around it.
#pragma once

#include <optional>
#include <vector>

#include "gui/charts/plot_scale.h"

namespace trainyard {

// The mean of some values, of which there is at least one.
double meanOf(const std::vector<double>& values);
// The band around it; nothing for Band::none. Of one value there is no deviation: the band has no
// width.
std::optional<XRange> bandOf(const std::vector<double>& values, double mean, Band band);

struct MeanMember {
  ColumnCurvePtr whole, part;  // as for drawCurve; without a whole it is left out
  StepAxis axis;
};

// Where a curve has a point, each other one that reaches there has a value, interpolated between
// its neighbours; a curve that ended early counts only as far as it goes. Where there are more
// places than `columns`, so many evenly spaced ones. With smoothing, the curves are smoothed first.
DrawnCurve drawMean(const std::vector<MeanMember>& members, XRange range, int columns,
                    const PlotStyle& style);

}  // namespace trainyard
