// SPDX-License-Identifier: GPL-3.0-or-later
// How long a rank waits for the others before it gives up with exit code 5.
#pragma once

#include <chrono>
#include <vector>

#include "engine/parallel/process_group.h"

namespace trainyard {

// While the first rank may be tokenizing or writing to a slow disk.
inline constexpr std::chrono::minutes long_timeout{30};

// Until steps_to_measure steps have been timed.
inline constexpr std::chrono::minutes first_steps_timeout{10};
inline constexpr std::size_t steps_to_measure = 5;

// max(60 s, 20 times the median); `step_seconds` is not empty.
std::chrono::milliseconds step_timeout(std::vector<double> step_seconds);

// Sets long_timeout, and `afterwards` when it is destroyed.
class LongTimeout {
 public:
  LongTimeout(ProcessGroup& group, std::chrono::milliseconds afterwards)
      : group_(group), afterwards_(afterwards) {
    group_.set_timeout(long_timeout);
  }
  ~LongTimeout() { group_.set_timeout(afterwards_); }
  LongTimeout(const LongTimeout&) = delete;
  LongTimeout& operator=(const LongTimeout&) = delete;

 private:
  ProcessGroup& group_;
  std::chrono::milliseconds afterwards_;
};

}  // namespace trainyard
