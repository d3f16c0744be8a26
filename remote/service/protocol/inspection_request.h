// SPDX-License-Identifier: GPL-3.0-or-later
// What the user wants to see of an experiment's data.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct InspectionRequest {
  QString split = QStringLiteral("train");
  qint64 samples = 5, from = 0;
  std::optional<qint64> random;  // a seed: in the order of its first epoch
  qint64 tokens = 4000;          // maximum per sample
  std::optional<qint64> raw;     // only this many first records; on a cluster always set
  bool counts = true;            // false: only the number of examples
  bool ids = false;              // with `marks`: each token with its id
  QString marks;                 // "signs", "colours": also as text for display
};

void describe(Section<InspectionRequest>& section);

}  // namespace trainyard
