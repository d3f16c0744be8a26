// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Before you submit says of the memory that a training takes.
#pragma once

#include <QCoreApplication>
#include <optional>

#include "engine/contract/results/training_plan.h"
#include "gui/forms/memory_bar.h"

namespace trainyard {

struct MemoryReview {
  Q_DECLARE_TR_FUNCTIONS(MemoryReview)
 public:
  QString title, note;
  QList<MemoryPart> parts;
  double most = 0;  // bytes that there are; 0: unknown
  QString others;   // what it would be with other settings; empty: nothing is known

  // The plan has the memory of the document's own micro-batch. `gpuBytes`: of a GPU there.
  static MemoryReview of(const TrainingPlan& plan, bool hasGpus, std::optional<double> gpuBytes);
};

}  // namespace trainyard
