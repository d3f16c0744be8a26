// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/job_study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"
#include "engine/search/decisions.h"
#include "engine/system/comma_list.h"

namespace trainyard::search {

std::optional<double> best_value(const std::vector<double>& values, SearchDirection direction) {
  if (values.empty()) return std::nullopt;
  double best = std::numeric_limits<double>::quiet_NaN();
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (std::isnan(best) || loss_of(value, direction) < loss_of(best, direction)) best = value;
  }
  return best;
}

Error no_objective(const std::string& objective, const std::vector<std::string>& reported) {
  if (reported.empty()) return make_error("study.no_metrics", {{"objective", objective}});
  return make_error("search.no_objective",
                    {{"metric", objective}, {"known", comma_list(reported)}});
}

JobStudy::JobStudy(StudyJournal journal, TrialRuns& runs, Space space)
    : journal_(std::move(journal)),
      runs_(&runs),
      space_(std::move(space)),
      sampler_(make_sampler(search())),
      pruner_(make_pruner(search())) {}

Result<JobStudy> JobStudy::create(StudyJournal journal, TrialRuns& runs) {
  TRY(Space space, Space::create(search_parameters(journal.record().search)));
  return JobStudy(std::move(journal), runs, std::move(space));
}

bool JobStudy::is_over() const { return search::is_over(recorded()); }

bool JobStudy::is_time_over(double now) const {
  return search::is_time_over(study(), search().time_limit, now);
}

Result<void> JobStudy::step(double now) {
  const std::int64_t count = std::ssize(study().trials);
  for (std::int64_t number = 0; number < count; ++number)
    if (is_running(number)) {
      TRY(settle(number));
    }
  return propose(now);
}

// Takes over what the trial's runs have reported and how they have ended.
Result<void> JobStudy::settle(std::int64_t number) {
  // What was decided before a crash still holds.
  if (trial(number).is_to_prune) {
    TRY(journal_.prune(number, last_step(trial(number)).value_or(0)));
    cancel_runs(number);
    return {};
  }
  for (std::int64_t i = 0; i < search().seeds; ++i) {
    const TrialRunId run{number, i};
    if (!is_running(number)) return {};
    if (trial(number).results.contains(seed_of(run))) continue;
    // The state first: what comes after it was written is not missed.
    TRY(const auto state, runs_->state(run));
    if (!state) continue;
    if (i == 0) {
      TRY(report(number));
    }
    if (is_running(number) && !state->is_open) {
      TRY(settle_end(run, *state));
    }
  }
  // Not with the last result itself: the one who wrote that may have died after it.
  const auto mean = mean_result(trial(number), search().seeds);
  return is_running(number) && mean ? journal_.complete(number, *mean) : Result<void>();
}

Result<void> JobStudy::report(std::int64_t number) {
  const TrialRunId first{number, 0};
  TRY(const auto points, runs_->new_points(first));
  for (const ObjectivePoint& point : points) {
    if (trial(number).reports.contains(point.step)) continue;
    const PruneDecision decision =
        decide_report(*pruner_, study(), number, point.step, point.value);
    TRY(journal_.report(number, point.step, point.value, decision, seed_of(first)));
    if (trial(number).is_to_prune) break;
  }
  if (!trial(number).is_to_prune) return {};
  TRY(journal_.prune(number, last_step(trial(number)).value_or(0)));
  cancel_runs(number);
  return {};
}

Result<void> JobStudy::settle_end(const TrialRunId& run, const TrialRunState& state) {
  if (state.is_completed) return take_result(run, state);
  if (!state.may_pass || trial(run.trial).retries >= retry_limit)
    return fail(run.trial, state.cause, state.steps);
  TRY(journal_.retry(run.trial, state.cause));
  runs_->resume(run);
  return {};
}

Result<void> JobStudy::take_result(const TrialRunId& run, const TrialRunState& state) {
  TRY(const RunObjective objective, runs_->objective(run));
  if (!objective.best) return fail(run.trial, objective.missing, state.steps);
  if (!std::isfinite(*objective.best))
    return fail(run.trial, make_error("study.not_finite", {}), state.steps);
  return journal_.add_result(run.trial, seed_of(run), *objective.best, state.steps);
}

Result<void> JobStudy::fail(std::int64_t number, const Error& cause, std::int64_t steps) {
  TRY(journal_.fail(number, cause, steps));
  cancel_runs(number);
  const std::int64_t count = std::ssize(study().trials);
  if (count >= search().trials || !is_hopeless(study())) return {};
  return journal_.set_trials(count);
}

// In the journal before anything is submitted.
Result<void> JobStudy::propose(double now) {
  for (;;) {
    const auto running = std::ranges::count(study().trials, TrialState::running, &Trial::state);
    const std::int64_t started = std::ssize(study().trials);
    if (running >= search().parallel || started >= search().trials) return {};
    std::optional<Map> values;
    if (!is_time_over(now)) values = next_values(recorded(), space_, *sampler_, *pruner_);
    // All values of a grid, or all the time, are used up: these are all trials.
    if (!values) return journal_.set_trials(started);
    TRY(journal_.start(*std::move(values)));
  }
}

Result<void> JobStudy::set_trials(std::int64_t trials) {
  return journal_.set_trials(std::max<std::int64_t>(trials, std::ssize(study().trials)));
}

Result<std::optional<TrialRunId>> JobStudy::missing_run() {
  for (const Trial& each : study().trials) {
    if (each.state != TrialState::running) continue;
    for (std::int64_t i = 0; i < search().seeds; ++i) {
      const TrialRunId run{each.number, i};
      if (each.results.contains(seed_of(run))) continue;
      TRY(const auto state, runs_->state(run));
      if (!state) return std::optional(run);
    }
  }
  return std::optional<TrialRunId>();
}

// Runs of a trial that has ended are not needed any more.
void JobStudy::cancel_runs(std::int64_t number) {
  for (std::int64_t i = 0; i < search().seeds; ++i) {
    const auto state = runs_->state({number, i});
    if (state && *state && (*state)->is_open) runs_->cancel({number, i});
  }
}

Result<void> JobStudy::cancel_left_runs() {
  for (const Trial& each : study().trials) {
    if (each.state == TrialState::running) continue;
    for (std::int64_t i = 0; i < search().seeds; ++i) {
      TRY(const auto state, runs_->state({each.number, i}));
      if (state && state->is_open) runs_->cancel({each.number, i});
    }
  }
  return {};
}

void JobStudy::cancel_running() {
  for (const Trial& each : study().trials)
    if (each.state == TrialState::running) cancel_runs(each.number);
}

std::vector<std::string> JobStudy::overrides(const TrialRunId& run) const {
  std::vector<std::string> out;
  for (const auto& [path, value] : trial(run.trial).values)
    out.push_back(path + "=" + spell(value));
  if (search().seeds > 1) out.push_back("seed=" + std::to_string(seed_of(run)));
  return out;
}

}  // namespace trainyard::search
