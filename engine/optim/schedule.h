// Learning rate schedules, as transformers.get_scheduler computes them.
#pragma once

#include <cstdint>

namespace trainyard {

// The factor of the peak learning rate used by optimizer step `step` (0-based): rises from 0 over
// `warmup_steps`, then falls to 0 at `total_steps`.
double linear_schedule(std::int64_t step, std::int64_t warmup_steps, std::int64_t total_steps);

}  // namespace trainyard
