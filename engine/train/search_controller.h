// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what the job of a search trains next, and writes down what came of it. Only the first
// rank has one. The study's journal is in the run folder; each of its lines also is an event. Of
// the trials' files only those of the best one are kept, so that a search needs the disk of one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "engine/contract/result.h"
#include "engine/search/journal.h"
#include "engine/search/pruner.h"
#include "engine/search/sampler.h"
#include "engine/search/space.h"
#include "engine/train/search_control.h"
#include "engine/train/session.h"

namespace trainyard {

class SearchController final : public SearchControl {
 public:
  // Begins a study in the run folder, or goes on with the one that is there. Errors:
  // "search.other_study", if the document's search is another one; those of StudyJournal.
  static Result<SearchController> open(Session& session);

  Result<std::optional<TrialRun>> next() override;
  Result<bool> report(const TrialRun& run, std::int64_t step, double value, bool is_last) override;
  // Of a training that reached its end, its best value counts; without any, the trial has failed.
  // A trial that died is tried again, but fails when it dies three times without an evaluation.
  Result<void> end(const TrialRun& run, const TrialEnd& end) override;

  // The trial with the best value; null without one.
  const search::Trial* best() const { return search::best_trial(journal_.study()); }
  const search::RecordedStudy& recorded() const { return journal_.recorded(); }

 private:
  SearchController(Session& session, search::StudyJournal journal, search::Space space);
  Result<std::optional<TrialRun>> start_trial();
  Result<void> finish(const TrialRun& run, const TrialEnd& end);
  Result<void> prune(const TrialRun& run, std::int64_t steps);
  Result<void> fail(const TrialRun& run, std::int64_t steps, const Error& cause);
  Result<void> settle(const TrialRun& run);
  TrialRun run_of(const search::Trial& trial) const;
  void remove_files(std::int64_t trial) const;
  const search::Trial& trial_of(const TrialRun& run) const {
    return journal_.study().trials[static_cast<std::size_t>(run.trial)];
  }

  Session& session_;
  search::StudyJournal journal_;
  search::Space space_;
  std::unique_ptr<search::Sampler> sampler_;
  std::unique_ptr<search::Pruner> pruner_;
  std::set<std::int64_t> in_training_;  // trials that a group of ranks has
  std::optional<std::int64_t> kept_;    // the trial whose files are kept
};

}  // namespace trainyard
