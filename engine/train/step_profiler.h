// SPDX-License-Identifier: GPL-3.0-or-later
// Records the operators and kernels of a few steps with torch's profiler (Kineto), and writes them
// into the attempt's folder: a trace for ui.perfetto.dev, and a summary.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "engine/contract/result.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Only the first rank records; the others count the same steps, and wait while it starts and
// writes. A profile that fails is a warning. If destroyed while it records, nothing is written.
class StepProfiler {
 public:
  StepProfiler(Session& session, TrainingWork& work);
  ~StepProfiler();
  StepProfiler(const StepProfiler&) = delete;
  StepProfiler& operator=(const StepProfiler&) = delete;

  // To be called on all ranks before each step of the attempt.
  void before_step();
  // Whether the step in progress is the last that is recorded: then the device must have finished
  // before after_step() is called.
  bool is_last_step() const;
  // To be called on all ranks after each step.
  void after_step();
  // To be called on all ranks when the training has ended before the last of these steps, and the
  // device has finished.
  void finish();

  // On the first rank: the steps take longer.
  bool is_recording() const { return is_recording_; }
  // On the first rank, whose clock counts: memory for the records is bounded by their time.
  bool is_over_time() const;
  // The step in progress becomes the last one, on all ranks.
  void end_soon() { ends_soon_ = true; }

 private:
  bool is_active() const { return begun_at_ >= 0; }
  void start();
  void stop_and_write();
  Result<void> write();

  Session& session_;
  TrainingWork& work_;
  const std::int64_t wanted_;
  std::int64_t taken_ = 0;      // steps of this attempt
  std::int64_t begun_at_ = -1;  // the number of steps before the recorded ones; -1: not recording
  bool ends_soon_ = false;
  bool is_recording_ = false;  // here, on the first rank
  std::chrono::steady_clock::time_point started_;
};

}  // namespace trainyard
