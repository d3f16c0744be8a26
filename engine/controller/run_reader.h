// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the events of one run in its folder: the curve of one metric, and how its newest attempt
// ended.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/contract/run/event_file.h"
#include "engine/contract/run/run_folder.h"
#include "engine/search/job_study.h"

namespace trainyard::controller {

class RunReader {
 public:
  RunReader(RunFolder folder, std::string metric)
      : folder_(std::move(folder)), metric_(std::move(metric)) {}

  // Reads what was written since.
  Result<void> read();

  std::int64_t attempt() const { return attempt_; }            // 0: none yet
  const std::string& job() const { return job_; }              // of the newest attempt
  const std::optional<EndEvent>& end() const { return end_; }  // of the newest attempt
  std::int64_t step() const { return step_; }                  // the highest one

  // Values of the metric that were not taken before.
  std::vector<search::ObjectivePoint> take_points() { return std::exchange(new_points_, {}); }
  // The best value of the curve that counts (what an attempt repeats replaces what was there); NaN
  // if none is a number, nothing if there is none.
  std::optional<double> best(SearchDirection direction) const;
  // Names of all metrics that the run has reported.
  const std::set<std::string>& known() const { return known_; }

 private:
  void begin(std::int64_t attempt);
  void take(const Event& event);

  RunFolder folder_;
  std::string metric_;
  std::optional<EventFileReader> events_;
  std::int64_t attempt_ = 0, step_ = 0, counted_ = 0;
  std::string job_;
  std::optional<EndEvent> end_;
  std::map<std::int64_t, double> curve_;  // by step
  std::vector<search::ObjectivePoint> new_points_;
  std::set<std::string> known_;
};

}  // namespace trainyard::controller
