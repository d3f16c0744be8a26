// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a submission before it is made: memory, length, cost, start.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <optional>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/training_plan.h"
#include "gui/targets/target_list.h"
#include "remote/store/run_prediction.h"

namespace trainyard {

// "Memory on each GPU", "31.6 GB", "of 64".
struct SubmissionFact {
  QString label, value, note;
  std::optional<double> share{};  // of what there is, from 0 on, where that is known
  QString tip{};
  bool operator==(const SubmissionFact&) const = default;
};

class SubmissionFacts {
  Q_DECLARE_TR_FUNCTIONS(SubmissionFacts)
 public:
  struct Known {
    int numRuns = 1;
    const TrainingPlan* plan = nullptr;
    QString whyNoPlan{};
    const TargetRecord* target = nullptr;
    double expectedStart = 0;  // Unix seconds; 0: unknown
    RunPrediction prediction{};
  };

  // What does not apply is left out: a program of one's own has no planned memory. `now`: Unix
  // seconds.
  static QList<SubmissionFact> of(const Experiment& experiment, const Known& known, double now);
  // "± 6 % in 9 runs": how far such predictions were off.
  static QString certainty(const Predicted& predicted);
  // The memory of the smallest GPU that the target is known to have, in bytes.
  static std::optional<double> gpuBytes(const TargetRecord* target);
};

}  // namespace trainyard
