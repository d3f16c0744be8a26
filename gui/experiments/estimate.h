// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission would cost and when it would start, as far as that is known beforehand.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

class Estimate {
  Q_DECLARE_TR_FUNCTIONS(Estimate)
 public:
  // Nodes x GPUs x time limit x tasks of the array: the most that can be used. Nothing without GPUs
  // or without a limit.
  static std::optional<double> gpuHours(const Experiment& experiment);
  // "At most 16 GPU-hours; would start in 5 min"; empty when nothing is known. `expectedStart` and
  // `now` in Unix seconds, 0: unknown.
  static QString sentence(std::optional<double> gpuHours, double expectedStart, double now);
};

}  // namespace trainyard
