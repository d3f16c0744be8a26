// SPDX-License-Identifier: GPL-3.0-or-later
// What values of an experiment come to: a share in steps, sizes of batches in sequences and memory,
// an interval as a number of times. Only what follows from the document, and from the plan of its
// training where there is one. Pure.
#pragma once

#include <QCoreApplication>
#include <QMap>
#include <QString>
#include <optional>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/training_plan.h"

namespace trainyard {

class FieldMeaning {
  Q_DECLARE_TR_FUNCTIONS(FieldMeaning)
 public:
  // By the path of the field; a field of which nothing is known is absent. `plan`: null if it is
  // not known.
  static QMap<QString, QString> meanings(const Experiment& experiment, const TrainingPlan* plan);
  // Steps of the whole training, if they are known.
  static std::optional<std::int64_t> numSteps(const Experiment& experiment,
                                              const TrainingPlan* plan);
};

}  // namespace trainyard
