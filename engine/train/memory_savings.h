// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a step take less memory, and how much.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/results/training_plan.h"
#include "engine/train/memory_plan.h"

namespace trainyard {

struct Experiment;

// Plans the document again with each setting that saves memory and may be used with the others:
// recomputation, offloading, 8-bit moments, the stages of ZeRO, half the rows. Returns those that
// save a hundredth of the step or more, the most first. Torch's errors are thrown, as in
// plan_memory().
std::vector<MemorySaving> memory_savings(const Experiment& experiment, MemoryPlans& plans,
                                         std::int64_t per_device, std::int64_t planned);

// "parallel.recompute=full (3.20 GiB), ...": for a sentence; at most `most` of them.
std::string savings_text(const std::vector<MemorySaving>& savings, std::size_t most);

}  // namespace trainyard
