// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop: steps, logging, evaluation, early stopping, checkpoints, and a clean shutdown
// at any moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/batch_stream.h"
#include "engine/optim/schedule.h"
#include "engine/train/checkpoint_saver.h"
#include "engine/train/evaluation.h"
#include "engine/train/optimizer_step.h"
#include "engine/train/rank_times.h"
#include "engine/train/session.h"
#include "engine/train/split_files.h"
#include "engine/train/step_log.h"
#include "engine/train/step_profiler.h"
#include "engine/train/stop.h"
#include "engine/train/timeouts.h"
#include "engine/train/training_work.h"
#include "engine/train/worst_rows.h"

namespace trainyard {

class TrainingLoop {
 public:
  TrainingLoop(Session& session, TrainingWork& work);

  // Runs until the last step, early stopping or a stop signal. Returns completed, or stopped_early
  // after saving. Throws Failure (a non-finite loss: exit code 6; a newer attempt; a checkpoint
  // that cannot be written), CommunicationError and torch's errors.
  ExitCode run();

  // To be set before run(): asked after each evaluation that counts for the best checkpoint, on all
  // ranks, which must answer alike, whether the training ends here without results. `is_last`: it
  // has reached its last step.
  using EndsHere = std::function<bool(std::int64_t step, const NamedValues& metrics, bool is_last)>;
  void after_evaluation(EndsHere ends_here) { ends_here_ = std::move(ends_here); }
  bool ended_at_evaluation() const { return has_ended_here_; }

  // To be called after a failure: waits at most `limit` until a write in progress is on disk.
  void let_writer_finish(std::chrono::milliseconds limit) { saver_.let_writer_finish(limit); }

 private:
  enum class Control { proceed, stop };
  // Whether an evaluation counts for the best checkpoint and early stopping.
  enum class BestCandidate { yes, no };

  // The counts of an optimizer step.
  struct Counts {
    std::int64_t targets = 0, tokens = 0;
  };

  // Sums the ranks' counts and shares control flags: all ranks stop as soon as one wants to, all
  // evaluate if one was asked to, and all end if one could not write a checkpoint. At the start of
  // a step, the ranks' times are compared as well.
  Control all_reduce_control_flags(Counts& counts, bool is_start_of_step = false);
  StepBatches read_rows();
  // The rows on the device; adds to the counts.
  std::vector<Batch> make_batches(const StepBatches& read, Counts& counts) const;
  Control take_step();
  Control update_weights(const std::vector<Batch>& batches, const Counts& counts);
  Control evaluate_if_due();
  Control evaluate_if_asked();
  Control evaluate_now(BestCandidate candidate);
  // Returns nothing if the run is to stop.
  std::optional<EvaluationResult> evaluate(const Dataset& dataset);
  // At the end, on all ranks: restores the weights of the best checkpoint if requested, and
  // evaluates every split.
  void restore_best_checkpoint();
  Control evaluate_splits();
  void keep_if_best(const EvaluationResult& result);
  void save(bool is_last = false);
  // Waits on all ranks until the last checkpoint is on disk; throws its error.
  void wait_for_checkpoint();
  void measure_timeout(double step_seconds);
  void say_what_computed();
  ExitCode stop_early();
  ExitCode finish();
  bool done() const;
  bool is_due(const std::optional<std::int64_t>& every_steps) const;
  // True at the end of an epoch whose number (from 1) is a multiple. For a fraction, every so many
  // steps (rounded up), counted from the first step.
  bool is_due_epoch(const std::optional<double>& every_epochs) const;
  // Whether the loss is scaled, so that small gradients do not underflow to zero.
  bool is_scaled() const { return experiment_.precision.kind == PrecisionKind::fp16; }
  double seconds_since_start() const;
  // Decided by the first rank, whose clock counts for all.
  bool is_over_time() const;

  Session& session_;
  TrainingWork& work_;
  const Experiment& experiment_;
  Schedule schedule_;
  std::optional<AttemptWatch> watch_;  // on the first rank, which decides for all
  std::unique_ptr<BatchStream> stream_;
  WorstRows worst_rows_;
  // Of the model that is kept, at the end.
  struct Results {
    std::int64_t step = 0;
    std::optional<EvaluationResult> validation;  // before, the last evaluation
    std::vector<SplitResult> splits;
  };
  Results results_;
  bool is_evaluation_wanted_ = false;  // by the user, on any rank
  std::int64_t last_saved_step_ = -1;
  // What this attempt began with.
  struct Start {
    std::chrono::steady_clock::time_point time;
    std::int64_t step = 0;
    double earlier_seconds = 0;  // of training, in earlier attempts
  };
  Start start_;
  std::int64_t epoch_steps_ = 0;  // of a whole epoch
  bool is_time_over_ = false;     // on all ranks
  EndsHere ends_here_;
  bool has_ended_here_ = false;

  std::optional<TimedSteps> timed_steps_;  // until they are measured
  CheckpointSaver saver_;
  StepProfiler profiler_;
  RankTimes rank_times_;
  StepLog steps_;
};

}  // namespace trainyard
