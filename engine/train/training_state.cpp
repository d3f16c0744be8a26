// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_state.h"

#include <cmath>

#include "engine/contract/messages.h"

namespace trainyard {

bool update_best(TrainingState& state, double value, bool higher_is_better) {
  state.evaluated_step = state.step;
  const bool is_best = std::isfinite(value) &&
                       (!state.best_metric || (higher_is_better ? value > *state.best_metric
                                                                : value < *state.best_metric));
  if (!is_best) {
    ++state.evaluations_without_improvement;
    return false;
  }
  state.best_metric = value;
  state.best_step = state.step;
  state.evaluations_without_improvement = 0;
  return true;
}

Map to_map(const TrainingState& state) {
  return {{"step", state.step},
          {"position", state.position},
          {"epochs", state.epochs},
          {"tokens", state.tokens},
          {"seconds", state.seconds},
          {"loss_total", state.loss_total},
          {"window_loss", state.window_loss},
          {"window_steps", state.window_steps},
          {"steps_without_targets", state.steps_without_targets},
          {"evaluated_step", state.evaluated_step},
          {"best_metric", state.best_metric ? Value(*state.best_metric) : Value()},
          {"best_step", state.best_step},
          {"evaluations_without_improvement", state.evaluations_without_improvement},
          {"stopped_early", state.stopped_early},
          {"loss_scale", to_map(state.loss_scale)}};
}

Result<TrainingState> training_state_from(const Map& map, const std::string& file) {
  const auto incomplete = [&](const char* key) {
    return make_error("checkpoint.state_incomplete", {{"file", file}, {"key", key}});
  };
  TrainingState state;
  state.step = get<std::int64_t>(map, "step", -1);
  if (state.step < 0) return incomplete("step");
  state.position = get<Map>(map, "position");
  if (state.position.empty()) return incomplete("position");
  state.epochs = get<double>(map, "epochs");
  state.tokens = get<std::int64_t>(map, "tokens");
  state.seconds = get<double>(map, "seconds");
  state.loss_total = get<double>(map, "loss_total");
  state.window_loss = get<double>(map, "window_loss");
  state.window_steps = get<std::int64_t>(map, "window_steps");
  state.steps_without_targets = get<std::int64_t>(map, "steps_without_targets");
  state.evaluated_step = get<std::int64_t>(map, "evaluated_step", -1);
  if (const Value* best = find(map, "best_metric");
      best && best->get_if<double>() && std::isfinite(*best->get_if<double>()))
    state.best_metric = *best->get_if<double>();
  state.best_step = get<std::int64_t>(map, "best_step");
  state.evaluations_without_improvement = get<std::int64_t>(map, "evaluations_without_improvement");
  state.stopped_early = get<bool>(map, "stopped_early");
  state.loss_scale = loss_scale_from(get<Map>(map, "loss_scale"), state.loss_scale);
  return state;
}

}  // namespace trainyard
