// How long a rank waits for the others before it gives up and ends with exit code 5.
#pragma once

#include <chrono>
#include <vector>

#include "engine/parallel/process_group.h"

namespace trainyard {

// While the first rank may be tokenizing, or writing to a slow disk.
inline constexpr std::chrono::minutes long_patience{30};

// Until steps_to_measure steps have shown how long one takes.
inline constexpr std::chrono::minutes first_steps_patience{10};
inline constexpr std::size_t steps_to_measure = 5;

// max(60 s, 20 times the median); `step_seconds` is not empty.
std::chrono::milliseconds step_patience(std::vector<double> step_seconds);

// long_patience, and `afterwards` when it goes.
class LongWait {
 public:
  LongWait(ProcessGroup& group, std::chrono::milliseconds afterwards)
      : group_(group), afterwards_(afterwards) {
    group_.set_timeout(long_patience);
  }
  ~LongWait() { group_.set_timeout(afterwards_); }
  LongWait(const LongWait&) = delete;
  LongWait& operator=(const LongWait&) = delete;

 private:
  ProcessGroup& group_;
  std::chrono::milliseconds afterwards_;
};

}  // namespace trainyard
