// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a study whose trials are jobs of their own, whoever submits them: proposes values, reports
// the trials' curves to the pruner, and notes how their runs end. All that it knows is in the
// journal, whose only writer it is, and in what it is told of the runs; what the journal has of a
// trial comes before what is done about it. So whoever runs it may be killed at any moment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/search/journal.h"
#include "engine/search/pruner.h"
#include "engine/search/sampler.h"
#include "engine/search/space.h"

namespace trainyard::search {

// A run of a trial: the one with the seed of this index, counting from 0.
struct TrialRunId {
  std::int64_t trial = 0, seed_index = 0;
};

struct TrialRunState {
  bool is_open = true;
  // Of one that has ended:
  bool is_completed = false;
  bool may_pass = false;   // it died for a cause that may pass: its node or job was lost
  Error cause{};           // why it did not complete
  std::int64_t steps = 0;  // of its training
};

struct ObjectivePoint {
  std::int64_t step = 0;
  double value = 0;
};

// The objective of a completed run: its best value, NaN if none is a number; or why it has none.
struct RunObjective {
  std::optional<double> best;
  Error missing{};
};

// The best of these values; NaN if none is a number, nothing if there are none.
std::optional<double> best_value(const std::vector<double>& values, SearchDirection direction);

// Why a completed run has no objective: "study.no_metrics", or "search.no_objective" with the
// metrics that it reported instead.
Error no_objective(const std::string& objective, const std::vector<std::string>& reported);

// The runs as their submitter sees them. An error of any call is one of the submitter, not of the
// trial: the study stays as it is, and the call is made again later.
class TrialRuns {
 public:
  virtual ~TrialRuns() = default;
  // Nothing: it was not submitted yet.
  virtual Result<std::optional<TrialRunState>> state(const TrialRunId& run) = 0;
  // Values of the objective that were not returned before; at first, all.
  virtual Result<std::vector<ObjectivePoint>> new_points(const TrialRunId& run) = 0;
  virtual Result<RunObjective> objective(const TrialRunId& run) = 0;
  // Both only begin it.
  virtual void cancel(const TrialRunId& run) = 0;
  virtual void resume(const TrialRunId& run) = 0;
};

class JobStudy {
 public:
  // How often a trial's runs may start again after a cause that may pass.
  static constexpr std::int64_t retry_limit = 3;

  // Error: that of Space::create.
  static Result<JobStudy> create(StudyJournal journal, TrialRuns& runs);

  StudyJournal& journal() { return journal_; }
  const RecordedStudy& recorded() const { return journal_.recorded(); }
  const Study& study() const { return journal_.study(); }
  const SearchSection& search() const { return journal_.record().search; }
  bool is_over() const;
  bool is_time_over(double now) const;  // Unix seconds

  // Settles what runs, then proposes values while there is room. After an error, the journal may
  // have to be opened again ("study.not_written").
  Result<void> step(double now);

  // A run of a running trial that was not submitted yet, the first one.
  Result<std::optional<TrialRunId>> missing_run();

  // The trial has failed, for example since its run was refused. After five failures and no success
  // no more trials are started.
  Result<void> fail(std::int64_t trial, const Error& cause, std::int64_t steps = 0);

  // The study shall have this number of trials; those that were started stay.
  Result<void> set_trials(std::int64_t trials);

  // Cancels runs that are open although their trial has ended: the last one who ran this study died
  // between the journal and the cancellation.
  Result<void> cancel_left_runs();

  // Cancels the runs of all trials that run.
  void cancel_running();

  // The values of a run as overrides of the document: "optimizer.learning_rate=0.001".
  std::vector<std::string> overrides(const TrialRunId& run) const;

 private:
  JobStudy(StudyJournal journal, TrialRuns& runs, Space space);

  const Trial& trial(std::int64_t number) const {
    return study().trials[static_cast<std::size_t>(number)];
  }
  std::int64_t seed_of(const TrialRunId& run) const {
    return journal_.record().seed + run.seed_index;
  }
  bool is_running(std::int64_t number) const { return trial(number).state == TrialState::running; }
  Result<void> settle(std::int64_t number);
  Result<void> report(std::int64_t number);
  Result<void> settle_end(const TrialRunId& run, const TrialRunState& state);
  Result<void> take_result(const TrialRunId& run, const TrialRunState& state);
  Result<void> propose(double now);
  void cancel_runs(std::int64_t number);

  StudyJournal journal_;
  TrialRuns* runs_;
  Space space_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<Pruner> pruner_;
};

}  // namespace trainyard::search
