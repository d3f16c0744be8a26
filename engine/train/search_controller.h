// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what the job of a search trains next, and writes down what came of it. Only the first
// rank has one. The study's journal is in the run folder; each of its lines also is an event.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/search/journal.h"
#include "engine/search/pruner.h"
#include "engine/search/sampler.h"
#include "engine/search/space.h"
#include "engine/train/session.h"

namespace trainyard {

// The next training of a search: a trial, or one of its repetitions with another seed.
struct TrialRun {
  std::int64_t trial = 0;
  Map values;
  std::int64_t seed = 0;
  std::int64_t repetition = 0;  // from 0 on
  std::int64_t first_step = 0;  // the optimizer steps of all trainings before it
  std::int64_t remaining = 1;   // trainings to come, with this one

  // "trials/0007", or "trials/0007/seed-43" for a repetition.
  std::filesystem::path folder() const;
};
void describe(Section<TrialRun>& section);

class SearchController {
 public:
  // Begins a study in the run folder, or goes on with the one that is there. Errors:
  // "search.other_study", if the document's search is another one; those of StudyJournal.
  static Result<SearchController> open(Session& session);

  // The training that was interrupted, or the next one; nothing if the search is over.
  Result<std::optional<TrialRun>> next();

  // The training has evaluated. Returns whether it is to end here; never after its last step.
  Result<bool> report(const TrialRun& run, std::int64_t step, double value, bool is_last);
  // It has reached its end: its best value counts. Without any the trial has failed, which names
  // the objective and `known`, the metrics that there were.
  Result<void> finish(const TrialRun& run, std::int64_t steps, const std::string& known);
  Result<void> prune(const TrialRun& run, std::int64_t steps);
  Result<void> fail(const TrialRun& run, std::int64_t steps, const Error& cause);
  // It died for a cause that ends the job, too: the next attempt takes it up again, at most three
  // times.
  Result<void> note_death(const TrialRun& run, const Error& cause);

  // The trial with the best value; null without one.
  const search::Trial* best() const { return search::best_trial(journal_.study()); }
  const search::RecordedStudy& recorded() const { return journal_.recorded(); }

 private:
  SearchController(Session& session, search::StudyJournal journal, search::Space space);
  Result<std::optional<TrialRun>> start_trial();
  std::int64_t wanted_trials() const;
  bool is_time_over() const;
  TrialRun run_of(const search::Trial& trial) const;
  void say_end(const TrialRun& run) const;
  const search::Trial& trial_of(const TrialRun& run) const {
    return journal_.study().trials[static_cast<std::size_t>(run.trial)];
  }

  Session& session_;
  search::StudyJournal journal_;
  search::Space space_;
  std::unique_ptr<search::Sampler> sampler_;
  std::unique_ptr<search::Pruner> pruner_;
};

}  // namespace trainyard
