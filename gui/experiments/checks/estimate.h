// SPDX-License-Identifier: GPL-3.0-or-later
// An estimate of a submission's cost and start time, as far as known in advance.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

class Estimate {
  Q_DECLARE_TR_FUNCTIONS(Estimate)
 public:
  // Nodes x GPUs x time limit x tasks of the array: the maximum that can be used. Nothing without
  // GPUs or without a limit.
  static std::optional<double> gpuHours(const Experiment& experiment);
  // The time limit; 0: none.
  static double longestSeconds(const Experiment& experiment);
  // "At most 16 GPU-hours; would start in 5 min"; empty if nothing is known. `expectedStart` and
  // `now` in Unix seconds, 0: unknown.
  static QString summary(std::optional<double> gpuHours, double expectedStart, double now);
};

}  // namespace trainyard
