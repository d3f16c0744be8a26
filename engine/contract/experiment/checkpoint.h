// SPDX-License-Identifier: GPL-3.0-or-later
// When training state is saved and what is kept.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct CheckpointSection {
  std::optional<std::int64_t> every_steps = 500;
  std::optional<double> every_epochs;
  std::int64_t keep_last = 2;
  bool save_best = true;
  bool best_as_result = false;
  double max_shard_size = 5;
};

void describe(Section<CheckpointSection>& section);

}  // namespace trainyard
