#include "engine/train/loop.h"

#include <cmath>
#include <limits>

#include "engine/optim/schedule.h"
#include "engine/task/causal_lm.h"
#include "engine/train/failure.h"
#include "engine/train/results.h"
#include "engine/train/snapshot.h"
#include "engine/train/tensors.h"

namespace trainyard {

namespace {

using Clock = std::chrono::steady_clock;

// For the agent to write down what was reported before a checkpoint; it takes milliseconds, unless
// the disk is full.
constexpr auto report_patience = std::chrono::seconds(2);

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

ForwardMode forward_mode(const Experiment& experiment) {
  ForwardMode mode;
  mode.precision = experiment.precision.kind == PrecisionKind::bf16 ? ComputePrecision::bf16
                                                                    : ComputePrecision::fp32;
  mode.seed = static_cast<std::uint64_t>(experiment.seed);
  return mode;
}

}  // namespace

TrainingLoop::TrainingLoop(Session& session, TrainingWork& work)
    : session_(session),
      work_(work),
      experiment_(session.experiment()),
      store_(session.folder(), session.attempt()),
      watch_(session.folder(), session.is_first_rank() ? session.attempt()
                                                       : std::numeric_limits<std::int64_t>::max()),
      start_(Clock::now()),
      first_step_(work.state.step),
      reported_steps_(session.folder().attempt(session.attempt()) / "events.jsonl") {
  if (work.resumed_from) last_saved_step_ = *work.resumed_from;
}

bool TrainingLoop::is_due(const std::optional<std::int64_t>& every_steps) const {
  return every_steps && work_.state.step % *every_steps == 0;
}

bool TrainingLoop::done() const {
  return work_.state.step >= work_.total_steps || work_.state.stopped_early;
}

double TrainingLoop::seconds_since_start() const { return seconds_between(start_, Clock::now()); }

ExitCode TrainingLoop::run() {
  if (session_.is_first_rank())
    session_.reporter().send(StartEvent{work_.state.step, work_.total_steps,
                                        session_.ranks().world_size, work_.device.str()});
  stream_ = std::make_unique<BatchStream>(*work_.train, work_.plan, session_.ranks().rank,
                                          static_cast<std::uint64_t>(experiment_.seed),
                                          work_.state.position);
  work_.group->set_timeout(patience_);
  // A stop during an evaluation leaves it undone.
  if (work_.state.step > 0 && evaluate_if_due() == Verdict::stop) return stop_early();
  while (!done()) {
    if (take_step() == Verdict::stop) return stop_early();
    log_if_due();
    if (evaluate_if_due() == Verdict::stop) return stop_early();
    if (is_due(experiment_.checkpoint.every_steps)) save();
  }
  return finish();
}

TrainingLoop::Verdict TrainingLoop::agree(std::int64_t local_targets,
                                          std::int64_t& global_targets) {
  throw_unless_ok(writer_.check());
  const std::vector<double> sums =
      sum_over_ranks(work_, {static_cast<double>(local_targets), stop_requested() ? 1.0 : 0.0,
                             watch_.superseded() ? 1.0 : 0.0});
  if (sums[2] > 0)
    throw Failure({"superseded",
                   {{"attempt", session_.attempt()}},
                   "a newer attempt of this run has started; this one ends",
                   ExitCode::stopped_early});
  global_targets = static_cast<std::int64_t>(sums[0]);
  return sums[1] > 0 ? Verdict::stop : Verdict::go_on;
}

TrainingLoop::Verdict TrainingLoop::take_step() {
  const auto begin = Clock::now();
  const StepBatches batches = value_or_throw(stream_->next());
  const auto ready = Clock::now();
  const std::int64_t length = experiment_.data.sequence_length;
  std::int64_t rows = 0, targets = 0;
  for (const MicroBatch& micro : batches.micro_batches) rows += micro.num_rows;
  if (agree(rows * (length - 1), targets) == Verdict::stop) return Verdict::stop;

  TrainingState& state = work_.state;
  last_loss_ = forward_and_backward(batches, targets);
  last_gradient_norm_ = gradient_norm(*work_.parameters);
  check_finite(last_loss_, last_gradient_norm_);
  const double limit = experiment_.optimizer.max_gradient_norm;
  last_learning_rate_ =
      experiment_.optimizer.learning_rate *
      linear_schedule(state.step, experiment_.schedule.warmup_steps, work_.total_steps);
  work_.optimizer->step(last_learning_rate_,
                        limit > 0 ? clipping_scale(last_gradient_norm_, limit) : 1.0);
  work_.parameters->zero_gradients();

  const std::int64_t tokens = targets / (length - 1) * length;
  ++state.step;
  state.position = batches.after;
  state.tokens += tokens;
  state.loss_total += last_loss_;
  state.window_loss += last_loss_;
  ++state.window_steps;
  const auto end = Clock::now();
  ++window_.steps;
  window_.tokens += tokens;
  window_.step_seconds += seconds_between(begin, end);
  window_.wait_seconds += seconds_between(begin, ready);
  learn_patience(seconds_between(begin, end));
  session_.reporter().step(line_of_step());
  return Verdict::go_on;
}

void TrainingLoop::learn_patience(double step_seconds) {
  if (measured_seconds_.size() >= steps_to_measure) return;
  measured_seconds_.push_back(step_seconds);
  if (measured_seconds_.size() < steps_to_measure) return;
  patience_ = step_patience(measured_seconds_);
  work_.group->set_timeout(patience_);
}

StepLine TrainingLoop::line_of_step() const {
  const double per_step = window_.step_seconds / static_cast<double>(window_.steps);
  return {work_.state.step,
          work_.total_steps,
          last_loss_,
          last_learning_rate_,
          static_cast<double>(window_.tokens) / window_.step_seconds,
          per_step * static_cast<double>(work_.total_steps - work_.state.step)};
}

double TrainingLoop::forward_and_backward(const StepBatches& batches, std::int64_t global_targets) {
  ForwardMode mode = forward_mode(experiment_);
  mode.step = work_.state.step;
  double sum = 0;
  for (const MicroBatch& micro : batches.micro_batches) {
    if (micro.num_rows == 0) continue;
    mode.first_sequence = micro.first_row;
    const Batch batch = to_batch(micro, experiment_.data.sequence_length, work_.device);
    const LossSum loss = train_causal_lm(*work_.model, *work_.parameters, batch,
                                         1.0 / static_cast<double>(global_targets), mode);
    sum += loss.sum.item<double>();
  }
  work_.group->reduce_gradients(*work_.parameters);
  return sum_over_ranks(work_, {sum})[0] / static_cast<double>(global_targets);
}

void TrainingLoop::check_finite(double loss, double gradient_norm) const {
  if (std::isfinite(loss) && std::isfinite(gradient_norm)) return;
  const std::int64_t step = work_.state.step + 1;
  const std::string what = std::isfinite(loss) ? "gradient" : "loss";
  throw Failure({"non_finite_" + what,
                 {{"step", step}, {"loss", loss}, {"gradient_norm", gradient_norm}},
                 "the " + what + " became non-finite at step " + std::to_string(step) +
                     " and nothing of it was saved; lower optimizer.learning_rate, raise "
                     "schedule.warmup_steps or look at the data of this step",
                 ExitCode::non_finite_loss});
}

void TrainingLoop::log_if_due() {
  TrainingState& state = work_.state;
  if (!experiment_.logging.every_steps || (!is_due(experiment_.logging.every_steps) && !done()))
    return;
  MetricsEvent metrics;
  metrics.step = state.step;
  metrics.epoch = work_.plan.epochs_at(state.position);
  metrics.tokens = state.tokens;
  const auto steps = static_cast<double>(window_.steps);
  metrics.values = {
      {"train/loss", state.window_loss / static_cast<double>(state.window_steps)},
      {"train/learning_rate", last_learning_rate_},
      {"train/gradient_norm", last_gradient_norm_},
      {"train/tokens_per_second", static_cast<double>(window_.tokens) / window_.step_seconds},
      {"train/step_seconds", window_.step_seconds / steps},
      {"train/data_wait_seconds", window_.wait_seconds / steps}};
  StepLine line = line_of_step();
  line.loss = metrics.values.front().second;
  session_.reporter().logged(metrics, line);
  last_reported_ = {state.step, metrics.values.front().first};
  state.window_loss = 0;
  state.window_steps = 0;
  window_ = {};
}

TrainingLoop::Verdict TrainingLoop::evaluate_if_due() {
  if (!work_.validation || work_.state.evaluated_step == work_.state.step) return Verdict::go_on;
  if (!is_due(experiment_.evaluation.every_steps)) return Verdict::go_on;
  return evaluate_now();
}

TrainingLoop::Verdict TrainingLoop::evaluate_now() {
  bool stopped = false;
  const auto result =
      evaluate(work_, forward_mode(experiment_), [&](std::int64_t done, std::int64_t total) {
        session_.reporter().progress("evaluating", static_cast<double>(done),
                                     static_cast<double>(total));
        std::int64_t unused = 0;
        stopped = agree(0, unused) == Verdict::stop;
        return !stopped;
      });
  if (stopped) return Verdict::stop;
  MetricsEvent metrics;
  metrics.step = work_.state.step;
  metrics.epoch = work_.plan.epochs_at(work_.state.position);
  metrics.tokens = work_.state.tokens;
  metrics.values = result->metrics();
  session_.reporter().evaluated(metrics, work_.total_steps);
  last_reported_ = {work_.state.step, metrics.values.front().first};
  last_evaluation_ = result;
  judge(*result);
  return Verdict::go_on;
}

void TrainingLoop::judge(const EvaluationResult& result) {
  TrainingState& state = work_.state;
  const std::string& name = experiment_.evaluation.metric;
  const double value = result.metric(name).value_or(result.loss);
  const bool better = !state.best_metric || (higher_is_better(name) ? value > *state.best_metric
                                                                    : value < *state.best_metric);
  state.evaluated_step = state.step;
  if (better) {
    state.best_metric = value;
    state.best_step = state.step;
    state.evaluations_without_improvement = 0;
  } else {
    ++state.evaluations_without_improvement;
    const auto& patience = experiment_.evaluation.early_stopping_patience;
    state.stopped_early = patience && state.evaluations_without_improvement >= *patience;
  }
  if (state.stopped_early && session_.is_first_rank())
    session_.reporter().message(MessageLevel::info, "early_stopping",
                                {{"step", state.step}, {"best_step", state.best_step}},
                                "early stopping: " + name + " has not improved since step " +
                                    std::to_string(state.best_step));
  if (!better || !experiment_.checkpoint.save_best || !experiment_.checkpoint.every_steps) return;
  if (last_saved_step_ != state.step) return save();
  wait_for_writer();
  if (session_.is_first_rank()) throw_unless_ok(store_.mark_best(state.step));
}

void TrainingLoop::save() {
  const std::int64_t step = work_.state.step;
  if (step == last_saved_step_) return;
  last_saved_step_ = step;
  const auto begin = Clock::now();
  wait_for_writer();
  if (!session_.is_first_rank()) return;
  const bool is_best = work_.state.best_step == step && experiment_.checkpoint.save_best;
  auto snapshot = std::make_shared<const Snapshot>(take_snapshot(session_, work_));
  const double stall = seconds_between(begin, Clock::now());
  writer_.start([this, step, is_best, stall, begin, reported = last_reported_,
                 snapshot = std::move(snapshot)]() -> Result<void> {
    const auto saved = store_.publish(step, [&](const std::filesystem::path& folder) {
      auto written = write_snapshot(folder, *snapshot);
      if (reported) reported_steps_.wait_for(reported->step, reported->metric, report_patience);
      return written;
    });
    if (!saved) return saved.error();
    if (is_best)
      if (auto marked = store_.mark_best(step); !marked) return marked;
    if (auto retained = store_.retain(experiment_.checkpoint.keep_last, work_.resumed_from);
        !retained)
      return retained;
    const std::string path = saved->folder.lexically_relative(session_.folder().root).string();
    session_.reporter().send(
        CheckpointEvent{step, path, saved->bytes, stall, seconds_between(begin, Clock::now())});
    return {};
  });
}

void TrainingLoop::wait_for_writer() {
  const LongWait longer(*work_.group, patience_);
  if (session_.is_first_rank() && writer_.is_busy()) session_.reporter().progress("saving", 0, 1);
  throw_unless_ok(writer_.wait());
  work_.group->barrier();
}

ExitCode TrainingLoop::stop_early() {
  if (work_.state.step > 0) save();
  wait_for_writer();
  if (session_.is_first_rank())
    session_.reporter().message(MessageLevel::info, "stopped_early", {{"step", work_.state.step}},
                                "stopped by a signal after step " +
                                    std::to_string(work_.state.step) + "; start again to continue");
  return ExitCode::stopped_early;
}

ExitCode TrainingLoop::finish() {
  const double seconds = seconds_since_start();
  const bool evaluated = last_evaluation_ && work_.state.evaluated_step == work_.state.step;
  if (work_.validation && !evaluated && evaluate_now() == Verdict::stop) return stop_early();
  if (experiment_.checkpoint.every_steps) save();
  wait_for_writer();
  const LongWait longer(*work_.group, patience_);
  if (session_.is_first_rank())
    throw_unless_ok(write_results(session_, work_, {seconds, work_.state.step - first_step_},
                                  last_evaluation_));
  work_.group->barrier();
  return ExitCode::completed;
}

ExitCode train(Session& session) {
  const std::unique_ptr<TrainingWork> work = build_training_work(session);
  if (!is_known_metric(session.experiment().evaluation.metric))
    throw Failure({"evaluation.metric",
                   {{"metric", session.experiment().evaluation.metric}},
                   "evaluation.metric: this task has no " + session.experiment().evaluation.metric +
                       "; it has eval/loss and eval/perplexity",
                   ExitCode::invalid_input});
  return TrainingLoop(session, *work).run();
}

}  // namespace trainyard
