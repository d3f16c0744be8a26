// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop: steps, logging, evaluation, early stopping, checkpoints, and an orderly end at
// any moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/store.h"
#include "engine/data/batch_stream.h"
#include "engine/optim/schedule.h"
#include "engine/train/checkpoint_writer.h"
#include "engine/train/evaluation.h"
#include "engine/train/optimizer_step.h"
#include "engine/train/reported_steps.h"
#include "engine/train/session.h"
#include "engine/train/split_files.h"
#include "engine/train/stop.h"
#include "engine/train/timeouts.h"
#include "engine/train/training_work.h"

namespace trainyard {

class TrainingLoop {
 public:
  TrainingLoop(Session& session, TrainingWork& work);

  // Until the last step, early stopping or a stop signal. Returns completed, or stopped_early after
  // saving. Throws Failure (a non-finite loss: exit code 6; a newer attempt; a checkpoint that
  // cannot be written), CommunicationError, torch's errors.
  ExitCode run();

  // After a failure: until what is being written is on the disk, at most `limit`.
  void let_writer_finish(std::chrono::milliseconds limit) { writer_.wait_for(limit); }

 private:
  enum class Verdict { go_on, stop };
  // Whether an evaluation counts for the best checkpoint and early stopping.
  enum class Judged { yes, no };

  // Of an optimizer step.
  struct Counts {
    std::int64_t targets = 0, tokens = 0;
  };

  // Sums the ranks' counts; says stop on all of them as soon as one wants to, and whether one was
  // asked for an evaluation.
  Verdict all_reduce_wishes(Counts& counts);
  Verdict take_step();
  // Reads what the steps since the last call left on the device; throws when one of them was not
  // finite.
  void read_values();
  void take_in(std::int64_t step, double loss, double gradient_norm);
  void take_in_nothing(std::int64_t step);
  void log_if_due();
  Verdict evaluate_if_due();
  Verdict evaluate_if_asked();
  Verdict evaluate_now(Judged judged);
  // Nothing where the run is to stop.
  std::optional<EvaluationResult> judge(const Dataset& dataset);
  // At the end, on all ranks: the best checkpoint's weights instead of the last step's, where that
  // is asked for, and what they are worth on every split.
  void take_the_best();
  Verdict judge_all();
  void keep_if_best(const EvaluationResult& result);
  void save();
  void finish_write();
  // Until the last checkpoint is on the disk, all ranks; throws what went wrong with it.
  void wait_for_writer();
  void measure_timeout(double step_seconds);
  StepLine line_of_step() const;
  void say_how_attention_ran();
  ExitCode stop_early();
  ExitCode finish();
  bool done() const;
  bool is_due(const std::optional<std::int64_t>& every_steps) const;
  // At the end of an epoch whose number (from 1) is a multiple; of a part of one after as many
  // steps, rounded up, counted from the first step on.
  bool is_due_epoch(const std::optional<double>& every_epochs) const;
  // The loss, since small gradients would be zero.
  bool is_scaled() const { return experiment_.precision.kind == PrecisionKind::fp16; }
  double seconds_since_start() const;
  // Asked of the first rank, whose clock counts for all.
  bool is_over_time() const;

  Session& session_;
  TrainingWork& work_;
  const Experiment& experiment_;
  Schedule schedule_;
  CheckpointStore store_;
  std::optional<AttemptWatch> watch_;  // the first rank's: its answer counts for all
  std::unique_ptr<BatchStream> stream_;
  std::optional<EvaluationResult> last_evaluation_;
  std::vector<SplitResult> judged_;    // by the model that is kept
  std::int64_t judged_step_ = 0;       // which is of this step
  bool is_evaluation_wanted_ = false;  // by a person, of any rank
  std::int64_t last_saved_step_ = -1;
  std::chrono::steady_clock::time_point start_;
  std::int64_t first_step_ = 0;
  std::int64_t epoch_steps_ = 0;  // of a whole one
  double earlier_seconds_ = 0;    // of training, by earlier attempts
  bool is_time_over_ = false;     // on all ranks
  bool is_ending_ = false;        // before its last step

  // Since the last logged line, this attempt only.
  struct Window {
    std::int64_t steps = 0, tokens = 0;
    double step_seconds = 0, wait_seconds = 0;
  };
  Window window_;
  // Of the steps up to state.step whose values nobody has read, in their order.
  std::vector<StepValues> unread_;
  std::chrono::milliseconds timeout_ = first_steps_timeout;
  std::vector<double> measured_seconds_;
  double last_loss_ = 0, last_gradient_norm_ = 0, last_learning_rate_ = 0;
  struct Reported {
    std::int64_t step = 0;
    std::string metric;
  };
  std::optional<Reported> last_reported_;
  CopyStream copies_;
  CopyMark snapshot_copied_;      // of the last checkpoint, until the next update
  ReportedSteps reported_steps_;  // the writer's thread alone

  CheckpointWriter writer_;  // the last member: what it writes uses the others
};

}  // namespace trainyard
