// SPDX-License-Identifier: GPL-3.0-or-later
// How long a rank waits for the others before it gives up with exit code 5.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// While a rank may be tokenizing or writing to a slow disk. A process that no longer shows that it
// is alive is noticed sooner (ProcessGroup::set_patience).
inline constexpr std::chrono::minutes longest_wait{30};

// For ranks and their GPUs to connect at the start.
inline std::chrono::seconds connect_timeout(const Experiment& experiment) {
  return std::chrono::seconds(experiment.parallel.connect_timeout_seconds);
}

// For a collective to which all ranks have come: until steps_to_measure steps have been timed, they
// wait for each other before each one.
inline constexpr std::chrono::minutes arrived_timeout{1};
inline constexpr std::size_t steps_to_measure = 5;

// max(60 s, 20 times the median); `step_seconds` is not empty.
std::chrono::milliseconds step_timeout(std::vector<double> step_seconds);

// Ranks may come to the collectives at very different times while this lives.
class Patience {
 public:
  explicit Patience(ProcessGroup& group)
      : group_(group), before_(group.set_patience(longest_wait)) {}
  ~Patience() { group_.set_patience(before_); }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  ProcessGroup& group_;
  const std::chrono::milliseconds before_;
};

// The steps that are timed.
class TimedSteps {
 public:
  explicit TimedSteps(ProcessGroup& group) : patience_(group) {}
  // The timeout of the collectives after them; nothing: there are more of them.
  std::optional<std::chrono::milliseconds> timeout_after(double step_seconds) {
    seconds_.push_back(step_seconds);
    return seconds_.size() < steps_to_measure ? std::nullopt
                                              : std::optional(step_timeout(seconds_));
  }

 private:
  Patience patience_;
  std::vector<double> seconds_;
};

}  // namespace trainyard
