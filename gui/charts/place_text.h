// SPDX-License-Identifier: GPL-3.0-or-later
// The horizontal axis of plots as text: its name, its ticks, and a place on it.
#pragma once

#include <QCoreApplication>
#include <vector>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/pixel_reduction.h"
#include "gui/charts/step_axis.h"

namespace trainyard {

// What the axis shows: that of a set, where a machine's load has seconds instead of steps.
// `values` and `powers` are those of a panel that has an axis of its own: as they are, and as their
// decimal logarithms.
enum class PlaceUnit { steps, tokens, seconds, epochs, values, powers };
PlaceUnit unitOf(Along along);

class PlaceText {
  Q_DECLARE_TR_FUNCTIONS(trainyard::PlaceText)
 public:
  // "step", "tokens", "epoch"; of times the unit in which the ticks are: "min".
  static QString axisName(PlaceUnit unit, XRange range);
  static std::vector<AxisTick> ticks(PlaceUnit unit, XRange range, int wanted);
  // "step 1,720", "12 min", "epoch 1.25".
  static QString words(PlaceUnit unit, double place);
  static QString tokens(double count);  // "14.2 M tokens"
};

}  // namespace trainyard
