// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_controller.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/search/decisions.h"
#include "engine/search/study_folder.h"
#include "engine/system/unix_time.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t deaths_of_trial = 3;  // without an evaluation in between

// As checkpoints are set aside by a run that starts over: nothing is replaced.
Result<void> set_study_aside(const RunFolder& folder, std::int64_t attempt) {
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".before-%04lld", static_cast<long long>(attempt));
  for (const fs::path& part : {folder.search(), folder.root / "trials"}) {
    std::error_code problem;
    if (!fs::exists(part, problem)) continue;
    fs::rename(part, fs::path(part) += suffix, problem);
    if (problem) return file_error(part, problem.value(), FileStep::write);
  }
  return {};
}

Result<search::StudyJournal> open_journal(const Session& session) {
  const RunFolder& folder = session.folder();
  std::error_code problem;
  if (session.options().resume == Resume::never) {
    TRY(set_study_aside(folder, session.attempt()));
  }
  if (session.options().resume == Resume::must && !fs::exists(folder.study(), problem))
    return make_error("search.no_study", {{"folder", folder.root.string()}});
  return search::open_study(folder, session.experiment());
}

}  // namespace

fs::path TrialRun::folder() const {
  char name[40];
  std::snprintf(name, sizeof name, "%04lld", static_cast<long long>(trial));
  const fs::path folder = fs::path("trials") / name;
  return repetition == 0 ? folder : folder / ("seed-" + std::to_string(seed));
}

void describe(Section<TrialEnd>& section) {
  section.field("outcome", &TrialEnd::outcome).required();
  section.field("steps", &TrialEnd::steps).required();
  section.field("known", &TrialEnd::known).required();
  section.field("cause", &TrialEnd::cause);
}

void describe(Section<TrialRun>& section) {
  section.field("trial", &TrialRun::trial).required();
  section.field("values", &TrialRun::values).required();
  section.field("seed", &TrialRun::seed).required();
  section.field("repetition", &TrialRun::repetition).required();
  section.field("first_step", &TrialRun::first_step).required();
  section.field("remaining", &TrialRun::remaining).required();
}

SearchController::SearchController(Session& session, search::StudyJournal journal,
                                   search::Space space)
    : session_(session),
      journal_(std::move(journal)),
      space_(std::move(space)),
      sampler_(search::make_sampler(journal_.record().search)),
      pruner_(search::make_pruner(journal_.record().search)) {
  if (best()) kept_ = best()->number;
}

Result<SearchController> SearchController::open(Session& session) {
  TRY(search::Space space, search::Space::create(search_parameters(session.experiment().search)));
  TRY(search::StudyJournal journal, open_journal(session));
  SearchController controller(session, std::move(journal), std::move(space));
  TRY(controller.journal_.tell(
      [&session](std::string_view line) { session.reporter().study(line); }));
  return controller;
}

TrialRun SearchController::run_of(const search::Trial& trial) const {
  const search::Study& study = journal_.study();
  const SearchSection& search = journal_.record().search;
  TrialRun run{.trial = trial.number, .values = trial.values};
  run.repetition = std::ssize(trial.results);
  run.seed = session_.experiment().seed + run.repetition;
  run.first_step = search::trained_steps(study);
  const std::int64_t begun = std::ssize(study.trials) - 1;
  run.remaining = std::max<std::int64_t>(search.trials - begun, 1) * search.seeds - run.repetition;
  return run;
}

Result<std::optional<TrialRun>> SearchController::next() {
  for (const search::Trial& trial : journal_.study().trials) {
    if (trial.state != search::TrialState::running || in_training_.contains(trial.number)) continue;
    // What was decided before the job was killed still holds.
    const TrialRun run = run_of(trial);
    if (trial.is_to_prune) {
      TRY(prune(run, search::last_step(trial).value_or(0)));
    } else if (search::mean_result(trial, journal_.record().search.seeds)) {
      TRY(settle(run));
    } else {
      in_training_.insert(trial.number);
      return std::optional(run);
    }
  }
  return start_trial();
}

Result<std::optional<TrialRun>> SearchController::start_trial() {
  const search::Study& study = journal_.study();
  const std::int64_t wanted =
      search::wanted_trials(session_.folder(), session_.experiment().search);
  if (wanted != journal_.record().search.trials) {
    TRY(journal_.set_trials(wanted));
  }
  const std::int64_t started = std::ssize(study.trials);
  const bool are_all_there = started >= wanted;
  if (const auto error = search::all_failed(study, are_all_there)) return *error;
  const auto& limit = session_.experiment().search.time_limit;
  if (are_all_there || search::is_time_over(study, limit, unix_time()))
    return std::optional<TrialRun>();
  // The same values with the same seed would give the same result.
  if (search::is_used_up(study, space_)) return std::optional<TrialRun>();
  auto values = search::next_values(journal_.recorded(), space_, *sampler_, *pruner_);
  if (!values) return std::optional<TrialRun>();  // the grid is complete
  TRY(const std::int64_t number, journal_.start(*std::move(values)));
  const search::Trial& trial = study.trials[static_cast<std::size_t>(number)];
  session_.reporter().message(
      MessageLevel::info, "search.trial",
      {{"trial", number + 1}, {"trials", wanted}, {"values", search::values_text(trial.values)}});
  in_training_.insert(number);
  return std::optional(run_of(trial));
}

Result<bool> SearchController::report(const TrialRun& run, std::int64_t step, double value,
                                      bool is_last) {
  if (run.repetition > 0) {
    TRY(journal_.report_extra(run.trial, step, value, run.seed));
    return false;
  }
  search::PruneDecision decision =
      search::decide_report(*pruner_, journal_.study(), run.trial, step, value);
  if (is_last) decision.is_pruned = false;
  TRY(journal_.report(run.trial, step, value, decision, run.seed));
  return trial_of(run).is_to_prune;
}

Result<void> SearchController::end(const TrialRun& run, const TrialEnd& end) {
  in_training_.erase(run.trial);
  const Error cause = end.cause.value_or(Error());
  switch (end.outcome) {
    case TrialOutcome::reached_end:
      return finish(run, end);
    case TrialOutcome::pruned:
      return prune(run, end.steps);
    case TrialOutcome::failed:
      return fail(run, end.steps, cause);
    case TrialOutcome::died:
      break;
  }
  if (trial_of(run).deaths + 1 < deaths_of_trial) return journal_.retry(run.trial, cause);
  return fail(run, 0, cause);
}

Result<void> SearchController::finish(const TrialRun& run, const TrialEnd& end) {
  const search::Trial& trial = trial_of(run);
  const auto best_value = trial.bests.find(run.seed);
  if (best_value == trial.bests.end()) {
    const std::string& objective = journal_.record().search.objective;
    return fail(run, end.steps,
                trial.reports.empty() ? make_error("search.no_objective",
                                                   {{"metric", objective}, {"known", end.known}})
                                      : make_error("study.not_finite", {}));
  }
  TRY(journal_.add_result(run.trial, run.seed, best_value->second, end.steps));
  return settle(run);
}

// Completes the trial once all its runs have a result.
Result<void> SearchController::settle(const TrialRun& run) {
  const auto mean = search::mean_result(trial_of(run), journal_.record().search.seeds);
  if (!mean) return {};
  TRY(journal_.complete(run.trial, *mean));
  const search::Trial& leader = *best();
  session_.reporter().search_value(search::trained_steps(journal_.study()), *mean, *leader.value);
  session_.reporter().message(MessageLevel::info, "search.trial_ended",
                              {{"trial", run.trial + 1},
                               {"metric", journal_.record().search.objective},
                               {"value", *mean},
                               {"best", *leader.value},
                               {"best_trial", leader.number + 1}});
  if (leader.number != run.trial) {
    remove_files(run.trial);
  } else {
    if (kept_ && *kept_ != run.trial) remove_files(*kept_);
    kept_ = run.trial;
  }
  return {};
}

Result<void> SearchController::prune(const TrialRun& run, std::int64_t steps) {
  TRY(journal_.prune(run.trial, steps));
  session_.reporter().message(
      MessageLevel::info, "search.trial_pruned",
      {{"trial", run.trial + 1}, {"metric", journal_.record().search.objective}});
  remove_files(run.trial);
  return {};
}

Result<void> SearchController::fail(const TrialRun& run, std::int64_t steps, const Error& cause) {
  TRY(journal_.fail(run.trial, cause, steps));
  session_.reporter().warning("search.trial_failed",
                              {{"trial", run.trial + 1}, {"cause", as_argument(cause)}});
  remove_files(run.trial);
  return {};
}

void SearchController::remove_files(std::int64_t trial) const {
  std::error_code ignored;
  fs::remove_all(session_.folder().root / TrialRun{.trial = trial}.folder(), ignored);
}

}  // namespace trainyard
