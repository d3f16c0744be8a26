// SPDX-License-Identifier: GPL-3.0-or-later
// Losses and times of the optimizer steps, and the lines that are logged of them. Losses stay on
// the device until several are read together.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/train/checkpoint_saver.h"
#include "engine/train/optimizer_step.h"
#include "engine/train/session.h"
#include "engine/train/terminal.h"
#include "engine/train/training_work.h"

namespace trainyard {

class StepLog {
 public:
  StepLog(Session& session, TrainingWork& work) : session_(session), work_(work) {}

  // Of the step after state.step.
  void add(StepValues values, double learning_rate);
  // Whether so many are unread that the host has to wait for them.
  bool is_full() const;
  // Reads the values up to state.step; throws Failure if one of them is not finite.
  void read();

  // What the last step took.
  void count(std::int64_t tokens, double step_seconds, double wait_seconds);
  StepLine line() const;
  // Reports what was counted since the last time.
  void report();

  // The last metric that was reported, of a step or of an evaluation.
  const std::optional<CheckpointSaver::Reported>& reported() const { return reported_; }
  void note_reported(const MetricsEvent& metrics);

 private:
  void add_to_sums(std::int64_t step, double loss, double gradient_norm);
  // Whether the loss is scaled, so that small gradients do not underflow to zero.
  bool is_scaled() const { return session_.experiment().precision.kind == PrecisionKind::fp16; }

  Session& session_;
  TrainingWork& work_;
  // The values of steps up to state.step that have not been read yet, in order.
  std::vector<StepValues> unread_;
  double loss_ = 0, gradient_norm_ = 0, learning_rate_ = 0;  // the last ones
  // Totals since the last logged line, in this attempt only.
  struct Window {
    std::int64_t steps = 0, tokens = 0;
    double step_seconds = 0, wait_seconds = 0;
  };
  Window window_;
  std::optional<CheckpointSaver::Reported> reported_;
};

}  // namespace trainyard
