// SPDX-License-Identifier: GPL-3.0-or-later
// Decides, after each report of a running trial, whether it ends there. Like a sampler, a pruner is
// a function of the study; what it must remember is in its decision, which the study keeps.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/search.h"
#include "engine/search/study.h"

namespace trainyard::search {

struct PruneDecision {
  bool is_pruned = false;
  std::vector<double> rungs;             // further values for Trial::rungs
  std::optional<std::int64_t> resource;  // for Study::resource, if it had none
};

class Pruner {
 public:
  virtual ~Pruner() = default;

  // `trial` is a running one of the study whose last report is new.
  virtual PruneDecision decide(const Study& study, const Trial& trial) const = 0;

  // The trials that a sampler learns from when it proposes values for the trial of this number:
  // all of them, except where the pruner holds separate competitions.
  virtual Study competitors(const Study& study, std::int64_t number) const;
};

std::unique_ptr<Pruner> make_pruner(const SearchSection& search);

class NoPruner : public Pruner {
 public:
  PruneDecision decide(const Study& study, const Trial& trial) const override;
};

// Ends a trial whose best value so far is worse than this percentile of the values that complete
// trials had at the same step; 50 is the median.
struct PercentileOptions {
  double percentile = 50;
  std::int64_t startup_trials = 5;  // complete ones before any is pruned
  std::int64_t warmup_steps = 0;
  std::int64_t interval_steps = 1;
  std::size_t fewest_values = 1;  // at the step
};
class PercentilePruner : public Pruner {
 public:
  explicit PercentilePruner(PercentileOptions options = {}) : options_(options) {}
  PruneDecision decide(const Study& study, const Trial& trial) const override;

 private:
  PercentileOptions options_;
};

// Asynchronous successive halving (Li et al. 2018): at each rung, `resource` steps times a power of
// the factor, only the best 1 / factor of those that reached it go on.
struct HalvingOptions {
  // Steps at the first rung; nothing: a hundredth of the steps of the longest complete trial.
  std::optional<std::int64_t> resource;
  std::int64_t factor = 4;
  std::int64_t first_exponent = 0;  // of the factor at the first rung
  std::size_t bootstrap_count = 0;  // of trials at a rung before any goes on
};
class HalvingPruner : public Pruner {
 public:
  explicit HalvingPruner(HalvingOptions options = {}) : options_(options) {}
  PruneDecision decide(const Study& study, const Trial& trial) const override;

 private:
  HalvingOptions options_;
};

// Several successive halvings side by side that begin to compare at different steps (Li et al.
// 2018). Which one a trial is in follows from its number and the study's name.
struct HyperbandOptions {
  std::int64_t smallest_resource = 1;
  // Steps of a whole trial; nothing: one more than the last step of the longest complete trial.
  std::optional<std::int64_t> largest_resource;
  std::int64_t factor = 3;
  std::size_t bootstrap_count = 0;
};
class HyperbandPruner : public Pruner {
 public:
  explicit HyperbandPruner(HyperbandOptions options = {}) : options_(options) {}
  PruneDecision decide(const Study& study, const Trial& trial) const override;
  Study competitors(const Study& study, std::int64_t number) const override;

  // The halving of a trial, from 0 on; nothing as long as the number of steps is not known.
  std::optional<std::int64_t> bracket_of(const Study& study, std::int64_t number) const;

 private:
  HyperbandOptions options_;
};

// Asks another pruner only if the trial has not improved by `tolerance` in the last `patience` + 1
// reports; without another one, ends it then.
class PatientPruner : public Pruner {
 public:
  PatientPruner(std::unique_ptr<Pruner> wrapped, std::size_t patience, double tolerance = 0)
      : wrapped_(std::move(wrapped)), patience_(patience), tolerance_(tolerance) {}
  PruneDecision decide(const Study& study, const Trial& trial) const override;
  Study competitors(const Study& study, std::int64_t number) const override;

 private:
  std::unique_ptr<Pruner> wrapped_;
  std::size_t patience_;
  double tolerance_;
};

// As zlib and PNG have it.
std::uint32_t crc32(std::string_view text);

}  // namespace trainyard::search
