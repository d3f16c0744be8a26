// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/timeouts.h"

#include <algorithm>

namespace trainyard {

std::chrono::milliseconds step_timeout(std::vector<double> step_seconds) {
  const auto middle = step_seconds.begin() + static_cast<std::ptrdiff_t>(step_seconds.size() / 2);
  std::nth_element(step_seconds.begin(), middle, step_seconds.end());
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::max(60.0, 20 * *middle) * 1000));
}

}  // namespace trainyard
