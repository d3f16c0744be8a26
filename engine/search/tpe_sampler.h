// SPDX-License-Identifier: GPL-3.0-or-later
// Tree-structured Parzen estimators (Bergstra et al. 2011, Watanabe 2023): densities l(x) of the
// best trials and g(x) of all others; of some candidates drawn from l, the one with the largest
// l / g. Sampler of Optuna, with its defaults.
#pragma once

#include "engine/search/parzen_estimator.h"
#include "engine/search/sampler.h"

namespace trainyard::search {

// Of 100 trials each on seven functions (Optuna 5.0 beside 4.9, 30 seeds), all parameters together
// with widths from neighbours were best on five, by a factor of 3 to 4 on two of them, and within
// the quartiles of the best on the other two. Hence the defaults.
struct TpeOptions {
  // All parameters of a group from one kernel, or each parameter by itself.
  bool is_multivariate = true;
  Bandwidth bandwidth = Bandwidth::neighbours;  // Optuna 4.9 has `shared` if multivariate
  // Running trials count as bad, so that several at once stay apart.
  bool has_constant_liar = true;
  std::int64_t startup_trials = 10;
  int candidates = 24;
};

class TpeSampler : public Sampler {
 public:
  explicit TpeSampler(TpeOptions options = {}) : options_(options) {}
  std::optional<Map> propose(const Study& study, const Space& space,
                             RandomStream& random) const override;

 private:
  TpeOptions options_;
};

// The good and the other trials, both in the order of their numbers. Of complete trials the best
// ones are good, then pruned ones, those with the most steps first. Running ones are among the
// others, or left out; failed ones and those with NaN are left out.
struct TrialSplit {
  std::vector<const Trial*> below, above;
};
TrialSplit split_trials(const Study& study, std::size_t below, bool with_running);

// How many of `finished` trials are good: a tenth, at most 25.
std::size_t good_trial_count(std::size_t finished);

// The rows of numbers of those trials that have all of these parameters.
std::vector<std::vector<double>> observations_of(const std::vector<const Trial*>& trials,
                                                 const std::vector<const Parameter*>& parameters);

}  // namespace trainyard::search
