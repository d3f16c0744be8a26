// SPDX-License-Identifier: GPL-3.0-or-later
// A study: trials in the order in which they were started. Samplers and pruners are functions of
// it, so that a study that goes on after a crash decides as it would have decided.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/search.h"
#include "engine/contract/value.h"

namespace trainyard::search {

enum class TrialState { running, complete, pruned, failed };

struct Trial {
  std::int64_t number = 0;  // its place in the study
  TrialState state = TrialState::running;
  Map values;  // of the parameters that it has
  // Values of the objective during the trial, by step. NaN is possible.
  std::map<std::int64_t, double> reports;
  bool is_to_prune = false;  // the pruner has decided so; the run may still be ending
  // The best finite value that each of its runs reported, by seed.
  std::map<std::int64_t, double> bests;
  // The last step that each of its further runs reported, by seed.
  std::map<std::int64_t, std::int64_t> extra_steps;
  // Values of the objective of its runs, by seed, where a trial has several.
  std::map<std::int64_t, double> results;
  // Value at each rung of successive halving that it reached.
  std::vector<double> rungs;
  std::optional<double> value;  // of the objective; complete trials have one
  std::int64_t steps = 0;       // optimizer steps of its ended runs, where it ran in one job
  std::int64_t retries = 0;     // how often a run of it died and was started again,
  std::int64_t deaths = 0;      // and how often since its last report
  std::string cause;            // why it failed: the code of a message, with
  Map arguments;
  double started = 0, ended = 0;  // Unix seconds
};

struct Study {
  std::string name;
  SearchDirection direction = SearchDirection::minimize;
  std::vector<Trial> trials;
  // The number of steps that successive halving or Hyperband has derived from the trials that were
  // finished when it was first needed: it must not change afterwards.
  std::optional<std::int64_t> resource;
};

inline bool is_finished(const Trial& trial) {
  return trial.state == TrialState::complete || trial.state == TrialState::pruned;
}

inline std::optional<std::int64_t> last_step(const Trial& trial) {
  return trial.reports.empty() ? std::nullopt : std::optional(trial.reports.rbegin()->first);
}

// The value with the sign that makes smaller ones better.
inline double loss_of(double value, SearchDirection direction) {
  return direction == SearchDirection::minimize ? value : -value;
}

// The complete trial with the best value, the first of equal ones; null without one.
const Trial* best_trial(const Study& study);

}  // namespace trainyard::search
