// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_log.h"

#include <cmath>
#include <utility>

#include <ATen/record_function.h>

#include "engine/contract/messages.h"
#include "engine/train/failure.h"

namespace trainyard {

namespace {

// How many steps the host may be ahead of the losses that it has read.
constexpr std::size_t max_unread = 64;

}  // namespace

void StepLog::add(StepValues values, double learning_rate) {
  unread_.push_back(std::move(values));
  learning_rate_ = learning_rate;
}

bool StepLog::is_full() const { return unread_.size() >= max_unread; }

void StepLog::read() {
  if (unread_.empty()) return;
  RECORD_USER_SCOPE("step/wait_for_device");
  work_.group->settle();
  std::vector<at::Tensor> numbers;
  std::vector<bool> have_targets;
  for (const StepValues& values : unread_) {
    have_targets.push_back(values.has_targets);
    numbers.push_back(values.loss);
    numbers.push_back(values.gradient_norm.to(at::kDouble));
  }
  const at::Tensor read = at::stack(numbers).cpu();
  const auto* number = read.const_data_ptr<double>();
  std::int64_t step = work_.state.step - static_cast<std::int64_t>(unread_.size());
  unread_.clear();
  for (const bool has_targets : have_targets) {
    ++step;
    if (has_targets)
      add_to_sums(step, number[0], number[1]);
    else if (work_.state.steps_without_targets++ == 0 && session_.is_first_rank())
      session_.reporter().warning("training.no_targets", {{"step", step}});
    number += 2;
  }
}

void StepLog::add_to_sums(std::int64_t step, double loss, double gradient_norm) {
  if (!std::isfinite(loss) || !std::isfinite(gradient_norm))
    throw Failure(make_error(std::isfinite(loss) ? "non_finite_gradient" : "non_finite_loss",
                             {{"step", step}, {"loss", loss}, {"gradient_norm", gradient_norm}}));
  TrainingState& state = work_.state;
  loss_ = loss;
  gradient_norm_ = gradient_norm;
  state.loss_total += loss;
  state.window_loss += loss;
  ++state.window_steps;
}

void StepLog::count(std::int64_t tokens, double step_seconds, double wait_seconds) {
  ++window_.steps;
  window_.tokens += tokens;
  window_.step_seconds += step_seconds;
  window_.wait_seconds += wait_seconds;
}

StepLine StepLog::line() const {
  const double per_step = window_.step_seconds / static_cast<double>(window_.steps);
  return {work_.state.step,
          work_.total_steps,
          loss_,
          learning_rate_,
          static_cast<double>(window_.tokens) / window_.step_seconds,
          per_step * static_cast<double>(work_.total_steps - work_.state.step)};
}

void StepLog::report() {
  read();
  TrainingState& state = work_.state;
  MetricsEvent metrics;
  metrics.step = state.step;
  metrics.epoch = state.epochs;
  metrics.tokens = state.tokens;
  const auto steps = static_cast<double>(window_.steps);
  StepLine shown = line();
  if (state.window_steps > 0) {
    shown.loss = state.window_loss / static_cast<double>(state.window_steps);
    metrics.values = {{"train/loss", shown.loss}, {"train/gradient_norm", gradient_norm_}};
  }
  const NamedValues of_window = {
      {"train/learning_rate", learning_rate_},
      {"train/tokens_per_second", static_cast<double>(window_.tokens) / window_.step_seconds},
      {"train/step_seconds", window_.step_seconds / steps},
      {"train/data_wait_seconds", window_.wait_seconds / steps}};
  metrics.values.insert(metrics.values.end(), of_window.begin(), of_window.end());
  if (is_scaled()) metrics.values.emplace_back("train/loss_scale", state.loss_scale.scale);
  session_.reporter().logged(metrics, shown);
  note_reported(metrics);
  state.window_loss = 0;
  state.window_steps = 0;
  window_ = {};
}

void StepLog::note_reported(const MetricsEvent& metrics) {
  reported_ = {*metrics.step, metrics.values.front().first};
}

}  // namespace trainyard
