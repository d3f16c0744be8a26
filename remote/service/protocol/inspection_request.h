// SPDX-License-Identifier: GPL-3.0-or-later
// What of an experiment's data a person wants to see.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct InspectionRequest {
  QString split = QStringLiteral("train");
  qint64 samples = 5, from = 0;
  std::optional<qint64> random;  // a seed: in the order of its first epoch
  qint64 tokens = 4000;          // of a sample at most
  std::optional<qint64> raw;     // the first so many records only; of a cluster always
  bool counts = true;            // else only how many examples there are
  bool ids = false;              // of `marks`: each token with its number
  QString marks;                 // "signs", "colours": also as text for a person
};

void describe(Section<InspectionRequest>& section);

}  // namespace trainyard
