// SPDX-License-Identifier: GPL-3.0-or-later
// The room that the checkpoints of a submission take at most, before it is made.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/training_plan.h"

namespace trainyard {

struct CheckpointRoom {
  Q_DECLARE_TR_FUNCTIONS(CheckpointRoom)
 public:
  std::int64_t number = 0;  // of a run at the same time
  std::int64_t bytes = 0;   // of each: the trained weights and the optimizer's state
  std::int64_t numRuns = 1;

  // The plan has the memory of the document's own micro-batch. Tasks of an array and
  // trials that are jobs are runs.
  static CheckpointRoom of(const Experiment& experiment, const TrainingPlan& plan, int numRuns);
  std::int64_t total() const { return number * bytes * numRuns; }
  // "4.8 GiB (4 of 1.2 GiB)".
  QString text() const;
};

}  // namespace trainyard
