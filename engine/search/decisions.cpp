// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/decisions.h"

#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"

namespace trainyard::search {
namespace {

constexpr std::ptrdiff_t kHopelessTrials = 5;

// Asks another sampler about the competitors alone. Which of the first values a trial gets, and
// whether a combination of a grid is used, is a question about all trials.
class CompetingSampler : public Sampler {
 public:
  CompetingSampler(const Sampler& sampler, const Pruner& pruner)
      : sampler_(sampler), pruner_(pruner) {}
  std::optional<Map> propose(const Study& study, const Space& space,
                             RandomStream& random) const override {
    return sampler_.propose(pruner_.competitors(study, std::ssize(study.trials)), space, random);
  }

 private:
  const Sampler& sampler_;
  const Pruner& pruner_;
};

bool is_learning(const SearchSection& search) {
  return search.sampler == SearchSampler::tpe || search.sampler == SearchSampler::tpe_independent;
}

}  // namespace

std::optional<Map> next_values(const RecordedStudy& recorded, const Space& space,
                               const Sampler& sampler, const Pruner& pruner) {
  const SearchSection& search = recorded.record.search;
  RandomStream random(static_cast<std::uint64_t>(recorded.record.seed),
                      recorded.study.trials.size());
  const CompetingSampler competing(sampler, pruner);
  return propose_next(is_learning(search) ? competing : sampler, recorded.study, space, search,
                      random);
}

bool is_over(const RecordedStudy& recorded) {
  const auto& trials = recorded.study.trials;
  return std::ssize(trials) >= recorded.record.search.trials &&
         std::ranges::none_of(
             trials, [](const Trial& trial) { return trial.state == TrialState::running; });
}

bool is_time_over(const Study& study, const std::optional<std::string>& limit, double now) {
  const auto seconds = limit ? time_limit_seconds(*limit) : std::nullopt;
  return seconds && !study.trials.empty() &&
         now - study.trials.front().started >= static_cast<double>(*seconds);
}

std::int64_t trained_steps(const Study& study) {
  std::int64_t steps = 0;
  for (const Trial& trial : study.trials) steps += trial.steps;
  return steps;
}

bool is_hopeless(const Study& study) {
  std::ptrdiff_t failed = 0;
  for (const Trial& trial : study.trials) {
    if (is_finished(trial)) return false;
    if (trial.state == TrialState::failed) ++failed;
  }
  return failed >= kHopelessTrials;
}

std::optional<Error> all_failed(const Study& study, bool are_all_there) {
  const auto is_failed = [](const Trial& trial) { return trial.state == TrialState::failed; };
  const bool have_all_failed =
      are_all_there && !study.trials.empty() && std::ranges::all_of(study.trials, is_failed);
  if (!is_hopeless(study) && !have_all_failed) return std::nullopt;
  const Trial& last = *std::find_if(study.trials.rbegin(), study.trials.rend(), is_failed);
  return make_error("search.all_failed",
                    {{"count", std::ssize(study.trials)},
                     {"cause", as_argument(make_error(last.cause, last.arguments))}});
}

}  // namespace trainyard::search
