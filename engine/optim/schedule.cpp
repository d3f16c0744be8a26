#include "engine/optim/schedule.h"

#include <algorithm>

namespace trainyard {

double linear_schedule(std::int64_t step, std::int64_t warmup_steps, std::int64_t total_steps) {
  const auto ratio = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(std::max<std::int64_t>(1, b));
  };
  if (step < warmup_steps) return ratio(step, warmup_steps);
  return std::max(0.0, ratio(total_steps - step, total_steps - warmup_steps));
}

}  // namespace trainyard
