// SPDX-License-Identifier: GPL-3.0-or-later
// One file because steps, evaluations, checkpoints and the end all share the loop's state
// between steps.
#include "engine/train/loop.h"

#include <cmath>
#include <numeric>
#include <utility>

#include <ATen/record_function.h>

#include "engine/contract/messages.h"
#include "engine/data/plan.h"
#include "engine/model/attention.h"
#include "engine/train/agreement.h"
#include "engine/train/failure.h"
#include "engine/train/results.h"
#include "engine/train/resume.h"
#include "engine/train/tensors.h"

namespace trainyard {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

TrainingLoop::TrainingLoop(Session& session, TrainingWork& work)
    : session_(session),
      work_(work),
      experiment_(session.experiment()),
      schedule_(experiment_.schedule, experiment_.optimizer.learning_rate, work.total_steps),
      worst_rows_(work.data),
      start_{Clock::now(), work.state.step, work.state.seconds},
      saver_(session, work),
      profiler_(session, work),
      rank_times_(session, work),
      steps_(session, work) {
  if (session.is_first_rank()) watch_.emplace(session.folder(), session.attempt());
  epoch_steps_ = work.source->steps_of_epoch();
  if (work.resumed_from) last_saved_step_ = *work.resumed_from;
}

bool TrainingLoop::is_due(const std::optional<std::int64_t>& every_steps) const {
  return every_steps && work_.state.step % *every_steps == 0;
}

bool TrainingLoop::is_due_epoch(const std::optional<double>& every_epochs) const {
  return every_epochs && work_.state.step > 0 &&
         is_at_epochs(*every_epochs, work_.state.epochs, work_.state.step, epoch_steps_);
}

bool TrainingLoop::done() const {
  return work_.state.step >= work_.total_steps || work_.state.stopped_early || is_time_over_ ||
         has_ended_here_;
}

double TrainingLoop::seconds_since_start() const {
  return seconds_between(start_.time, Clock::now());
}

bool TrainingLoop::is_over_time() const {
  const auto& hours = experiment_.training.max_hours;
  return session_.is_first_rank() && hours &&
         start_.earlier_seconds + seconds_since_start() > *hours * 3600;
}

ExitCode TrainingLoop::run() {
  if (session_.is_first_rank())
    session_.reporter().send(StartEvent{work_.state.step, work_.total_steps,
                                        session_.ranks().world_size, work_.device.str()});
  stream_ = std::make_unique<BatchStream>(*work_.source);
  work_.group->set_timeout(arrived_timeout);
  timed_steps_.emplace(*work_.group);
  rank_times_.meet();
  Counts none;  // its time may already be over
  if (all_reduce_control_flags(none) == Control::stop) return stop_early();
  // An evaluation is abandoned if a stop is requested.
  if (work_.state.step > 0 && evaluate_if_due() == Control::stop) return stop_early();
  if (work_.state.step == 0 && work_.validation && experiment_.evaluation.on_start &&
      evaluate_now(BestCandidate::no) == Control::stop)
    return stop_early();
  while (!done()) {
    profiler_.before_step();
    if (take_step() == Control::stop) return stop_early();
    profiler_.after_step();
    saver_.publish_if_written();
    const auto& every_steps = experiment_.logging.every_steps;
    const bool is_first = experiment_.logging.first_step && work_.state.step == 1;
    if (is_first || (every_steps && (is_due(every_steps) || done()))) steps_.report();
    if (evaluate_if_due() == Control::stop || evaluate_if_asked() == Control::stop)
      return stop_early();
    const CheckpointSection& checkpoint = experiment_.checkpoint;
    if (has_ended_here_) break;
    if (is_due(checkpoint.every_steps) || is_due_epoch(checkpoint.every_epochs)) save();
  }
  if (!has_ended_here_) return finish();
  wait_for_checkpoint();
  return ExitCode::completed;
}

TrainingLoop::Control TrainingLoop::all_reduce_control_flags(Counts& counts,
                                                             bool is_start_of_step) {
  RECORD_USER_SCOPE("step/communication");
  const Result<void> written = saver_.check();
  work_.group->set_purpose({"communication.of_counts"});
  // What each rank adds to the sums; of a flag the number of ranks that have it.
  enum { targets, tokens, stops, superseded, evaluates, over_time, writes, failed, profiled, all };
  std::vector<double> numbers(all);
  numbers[targets] = static_cast<double>(counts.targets);
  numbers[tokens] = static_cast<double>(counts.tokens);
  numbers[stops] = stop_requested();
  numbers[superseded] = watch_ && watch_->superseded();
  numbers[evaluates] = evaluation_requested();
  numbers[over_time] = is_over_time();
  numbers[writes] = saver_.is_writing_share();
  numbers[failed] = !written;
  numbers[profiled] = profiler_.is_over_time();
  if (is_start_of_step) rank_times_.add_own(numbers);
  const std::vector<double> sums = sum_over_ranks(work_, numbers);
  rank_times_.report(std::span(sums).subspan(all));
  if (sums[superseded] > 0)
    throw Failure(make_error("superseded", {{"attempt", session_.attempt()}}));
  counts = {static_cast<std::int64_t>(sums[targets]), static_cast<std::int64_t>(sums[tokens])};
  is_evaluation_wanted_ |= sums[evaluates] > 0;
  is_time_over_ |= sums[over_time] > 0;
  if (sums[writes] == 0) saver_.all_have_written();
  if (sums[profiled] > 0) profiler_.end_soon();
  if (sums[failed] > 0) throw_unless_ok(outcome_of_ranks(work_, written));
  return sums[stops] > 0 ? Control::stop : Control::proceed;
}

StepBatches TrainingLoop::read_rows() {
  RECORD_USER_SCOPE("step/data");
  return value_or_throw(stream_->next());
}

std::vector<Batch> TrainingLoop::make_batches(const StepBatches& read, Counts& counts) const {
  RECORD_USER_SCOPE("step/data");
  std::vector<Batch> batches;
  for (const MicroBatch& micro : read.micro_batches) {
    batches.push_back(micro.num_rows > 0 ? work_.task->batch(micro, work_.device) : Batch{});
    counts.targets += batches.back().num_targets;
    counts.tokens +=
        micro.row_lengths.empty()
            ? micro.num_rows * micro.length
            : std::accumulate(micro.row_lengths.begin(), micro.row_lengths.end(), std::int64_t{0});
  }
  return batches;
}

TrainingLoop::Control TrainingLoop::take_step() {
  // The name by which programs for such traces find steps.
  RECORD_USER_SCOPE("ProfilerStep#" + std::to_string(work_.state.step + 1));
  const auto begin = Clock::now();
  rank_times_.begin_step(saver_.is_writing() || profiler_.is_recording());
  const StepBatches read = read_rows();
  const auto ready = Clock::now();
  Counts counts;
  const std::vector<Batch> batches = make_batches(read, counts);
  if (all_reduce_control_flags(counts, /*is_start_of_step=*/true) == Control::stop)
    return Control::stop;

  if (update_weights(batches, counts) == Control::stop) return Control::stop;
  TrainingState& state = work_.state;
  ++state.step;
  state.position = read.after;
  state.epochs = read.epochs;
  state.tokens += counts.tokens;
  // On a CPU they are available immediately; the first steps are timed.
  if (work_.device.is_cpu() || is_due(experiment_.logging.every_steps) || timed_steps_ ||
      steps_.is_full() || profiler_.is_last_step())
    steps_.read();
  rank_times_.end_step();
  const auto end = Clock::now();
  steps_.count(counts.tokens, seconds_between(begin, end), seconds_between(begin, ready));
  measure_timeout(seconds_between(begin, end));
  session_.reporter().step(steps_.line());
  if (state.step == start_.step + 1) say_what_computed();
  return Control::proceed;
}

TrainingLoop::Control TrainingLoop::update_weights(const std::vector<Batch>& batches,
                                                   const Counts& counts) {
  TrainingState& state = work_.state;
  const double learning_rate = schedule_.learning_rate(state.step - state.loss_scale.skipped_steps);
  // A step may take longer than the scheduler waits after its signal. All ranks have the same
  // number of micro-batches.
  const auto should_continue = [&] {
    Counts unused;
    return all_reduce_control_flags(unused) == Control::proceed;
  };
  const StepParts parts{work_.device, *work_.model,     *work_.parameters,
                        *work_.task,  *work_.optimizer, *work_.group};
  auto values = optimizer_step(
      parts, batches, counts.targets,
      {forward_mode(experiment_), learning_rate, experiment_.optimizer.max_gradient_norm,
       is_scaled() ? std::optional(state.loss_scale.scale) : std::nullopt, saver_.take_copied()},
      should_continue);
  if (!values) return Control::stop;
  if (is_scaled() && values->has_targets &&
      !update(state.loss_scale, values->overflowed, experiment_.precision))
    throw Failure(make_error("precision.lowest_loss_scale",
                             {{"step", state.step + 1}, {"scale", state.loss_scale.scale}}));

  steps_.add(std::move(*values), learning_rate);
  return Control::proceed;
}

void TrainingLoop::say_what_computed() {
  const std::string backend(take_attention_backend());
  if (!session_.is_first_rank() || !work_.device.is_cuda()) return;
  Reporter& reporter = session_.reporter();
  if (!backend.empty())
    reporter.message(MessageLevel::info, "attention.backend", {{"backend", backend}});
  if (work_.kernels_problem)
    reporter.message(MessageLevel::info, *work_.kernels_problem);
  else if (session_.experiment().precision.fused_kernels)
    reporter.message(MessageLevel::info, "kernels.fused", {});
}

void TrainingLoop::measure_timeout(double step_seconds) {
  if (!timed_steps_) return;
  const auto timeout = timed_steps_->timeout_after(step_seconds);
  if (!timeout) return;
  timed_steps_.reset();
  work_.group->set_timeout(*timeout);
}

TrainingLoop::Control TrainingLoop::evaluate_if_due() {
  if (!work_.validation || work_.state.evaluated_step == work_.state.step) return Control::proceed;
  const EvaluationSection& evaluation = experiment_.evaluation;
  if (!is_due(evaluation.every_steps) && !is_due_epoch(evaluation.every_epochs))
    return Control::proceed;
  return evaluate_now(BestCandidate::yes);
}

// It never stops the run and is never the best, so that requesting one does not affect the
// training.
TrainingLoop::Control TrainingLoop::evaluate_if_asked() {
  if (!is_evaluation_wanted_) return Control::proceed;
  if (work_.validation) return evaluate_now(BestCandidate::no);
  is_evaluation_wanted_ = false;
  forget_evaluation_request();
  if (session_.is_first_rank()) session_.reporter().warning("evaluation.no_data", {});
  return Control::proceed;
}

std::optional<EvaluationResult> TrainingLoop::evaluate(const Dataset& dataset) {
  RECORD_USER_SCOPE("step/evaluation");
  const std::int64_t batch_size =
      experiment_.evaluation.batch_size.value_or(work_.batch.per_device);
  return trainyard::evaluate(
      work_, dataset, batch_size, [&](std::int64_t done, std::int64_t total) {
        session_.reporter().progress("phase.evaluating", static_cast<double>(done),
                                     static_cast<double>(total));
        Counts unused;
        return all_reduce_control_flags(unused) == Control::proceed;
      });
}

TrainingLoop::Control TrainingLoop::evaluate_now(BestCandidate candidate) {
  steps_.read();
  const auto result = evaluate(*work_.validation);
  if (!result) return Control::stop;
  is_evaluation_wanted_ = false;
  forget_evaluation_request();
  results_.validation = result;
  if (result->metrics.empty()) {  // it has no influence
    if (candidate == BestCandidate::yes) work_.state.evaluated_step = work_.state.step;
    if (session_.is_first_rank())
      session_.reporter().warning("evaluation.no_targets", {{"step", work_.state.step}});
    return Control::proceed;
  }
  MetricsEvent metrics;
  metrics.step = work_.state.step;
  metrics.epoch = work_.state.epochs;
  metrics.tokens = work_.state.tokens;
  metrics.values = result->metrics;
  session_.reporter().evaluated(metrics, work_.total_steps);
  steps_.note_reported(metrics);
  if (session_.is_first_rank() && result->predictions)
    if (auto worst = worst_rows_.table(*result->predictions, *work_.validation, work_.state.step))
      session_.reporter().send(*std::move(worst));
  if (candidate == BestCandidate::no) return Control::proceed;
  // Before a checkpoint that says that this step was evaluated.
  const bool is_last = work_.state.step >= work_.total_steps || is_time_over_;
  if (ends_here_) has_ended_here_ = ends_here_(work_.state.step, result->metrics, is_last);
  if (!has_ended_here_) keep_if_best(*result);
  return Control::proceed;
}

void TrainingLoop::keep_if_best(const EvaluationResult& result) {
  TrainingState& state = work_.state;
  const std::string& name = experiment_.evaluation.metric;
  const std::optional<double> value = result.metric(name);
  if (!value) {
    state.evaluated_step = state.step;
    if (session_.is_first_rank())
      session_.reporter().warning("evaluation.undefined_metric", {{"metric", name}});
    return;
  }
  const bool is_best = update_best(state, *value, higher_is_better(name));
  const auto& patience = experiment_.evaluation.early_stopping_patience;
  state.stopped_early = !is_best && patience && state.evaluations_without_improvement >= *patience;
  if (state.stopped_early && session_.is_first_rank())
    session_.reporter().message(
        MessageLevel::info, "early_stopping",
        {{"step", state.step}, {"best_step", state.best_step}, {"metric", name}});
  if (!is_best || !experiment_.checkpoint.save_best) return;
  if (last_saved_step_ != state.step) return save();
  wait_for_checkpoint();
  if (session_.is_first_rank()) saver_.mark_best(state.step);
}

void TrainingLoop::save(bool is_last) {
  TrainingState& state = work_.state;
  if (state.step == last_saved_step_) return;
  RECORD_USER_SCOPE("step/checkpoint");
  steps_.read();  // nothing non-finite is written
  last_saved_step_ = state.step;
  state.seconds = start_.earlier_seconds + seconds_since_start();
  work_.group->set_purpose({"communication.of_checkpoint"});
  saver_.save({.is_best = state.best_step == state.step && experiment_.checkpoint.save_best,
               .is_last = is_last || done(),
               .reported = steps_.reported()});
}

void TrainingLoop::wait_for_checkpoint() {
  work_.group->set_purpose({"communication.of_checkpoint"});
  saver_.wait();
}

// The trained state is saved, so the weights may be changed.
void TrainingLoop::restore_best_checkpoint() {
  const TrainingState& state = work_.state;
  results_.step = state.step;
  if (!experiment_.checkpoint.best_as_result || !state.best_metric || state.best_step == state.step)
    return;
  const Patience patience(*work_.group);
  work_.group->set_purpose({"communication.of_checkpoint"});
  if (!load_checkpoint_weights(session_, work_, state.best_step)) return;
  results_.step = state.best_step;
  results_.validation.reset();  // it is of different weights
}

TrainingLoop::Control TrainingLoop::evaluate_splits() {
  if (work_.validation && !results_.validation) {
    results_.validation = evaluate(*work_.validation);
    if (!results_.validation) return Control::stop;
  }
  if (results_.validation) results_.splits.push_back({"validation", *results_.validation});
  for (const auto& [split, dataset] : work_.tests) {
    auto result = evaluate(*dataset);
    if (!result) return Control::stop;
    rename_metrics(*result, split);
    if (!result->metrics.empty())
      session_.reporter().evaluated(
          {.step = results_.step, .epoch = {}, .tokens = {}, .values = result->metrics},
          work_.total_steps);
    results_.splits.push_back({split, std::move(*result)});
  }
  return Control::proceed;
}

ExitCode TrainingLoop::stop_early() {
  if (work_.state.step > 0) save(/*is_last=*/true);
  wait_for_checkpoint();
  if (session_.is_first_rank())
    session_.reporter().message(MessageLevel::info, "stopped_early", {{"step", work_.state.step}});
  return ExitCode::stopped_early;
}

ExitCode TrainingLoop::finish() {
  const double seconds = seconds_since_start();
  steps_.read();
  profiler_.finish();
  if (work_.state.step > 0 && work_.state.steps_without_targets == work_.state.step)
    throw Failure(make_error("training.nothing_learned", {{"steps", work_.state.step}}));
  if (is_time_over_ && session_.is_first_rank())
    session_.reporter().message(MessageLevel::info, "training.time_over",
                                {{"hours", *experiment_.training.max_hours},
                                 {"step", work_.state.step},
                                 {"steps", work_.total_steps}});
  const bool evaluated = results_.validation && work_.state.evaluated_step == work_.state.step;
  if (work_.validation && !evaluated && evaluate_now(BestCandidate::yes) == Control::stop)
    return stop_early();
  save();
  wait_for_checkpoint();
  restore_best_checkpoint();
  if (evaluate_splits() == Control::stop) return stop_early();
  const Patience patience(*work_.group);
  work_.group->set_purpose({"communication.of_results"});
  write_results(session_, work_, {seconds, work_.state.step - start_.step}, results_.splits);
  if (work_.memory_plan.total() == 0) return ExitCode::completed;
  session_.reporter().message(MessageLevel::info,
                              work_.device.is_cpu() ? "memory.peak" : "memory.gpu_peak",
                              {{"peak", bytes_text(peak_bytes(work_.device))},
                               {"total", bytes_text(work_.memory_plan.total())}});
  return ExitCode::completed;
}

}  // namespace trainyard
