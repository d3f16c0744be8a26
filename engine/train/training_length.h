// SPDX-License-Identifier: GPL-3.0-or-later
// How many optimizer steps a training takes.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/data/prepared.h"

namespace trainyard {

struct Experiment;

// The steps that training.max_steps and training.max_tokens allow; nothing if neither is set, so
// that epochs count. `rows_per_step`: over all ranks and accumulation steps. Tokens are counted by
// the mean row of `train`.
std::optional<std::int64_t> step_limit(const Experiment& experiment, const PreparedSplit& train,
                                       std::int64_t rows_per_step);

}  // namespace trainyard
