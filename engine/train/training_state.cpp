#include "engine/train/training_state.h"

namespace trainyard {

Map to_map(const TrainingState& state) {
  return {{"step", state.step},
          {"epoch", state.position.epoch},
          {"example", state.position.example},
          {"tokens", state.tokens},
          {"loss_total", state.loss_total},
          {"window_loss", state.window_loss},
          {"window_steps", state.window_steps},
          {"evaluated_step", state.evaluated_step},
          {"best_metric", state.best_metric ? Value(*state.best_metric) : Value()},
          {"best_step", state.best_step},
          {"evaluations_without_improvement", state.evaluations_without_improvement},
          {"stopped_early", state.stopped_early}};
}

Result<TrainingState> training_state_from(const Map& map, const std::string& file) {
  for (const char* needed : {"step", "epoch", "example"})
    if (get<std::int64_t>(map, needed, -1) < 0)
      return Error{"checkpoint.damaged",
                   {{"file", file}},
                   file + ": lacks " + needed + "; this checkpoint cannot be used",
                   ExitCode::checkpoint};
  TrainingState state;
  state.step = get<std::int64_t>(map, "step");
  state.position = {get<std::int64_t>(map, "epoch"), get<std::int64_t>(map, "example")};
  state.tokens = get<std::int64_t>(map, "tokens");
  state.loss_total = get<double>(map, "loss_total");
  state.window_loss = get<double>(map, "window_loss");
  state.window_steps = get<std::int64_t>(map, "window_steps");
  state.evaluated_step = get<std::int64_t>(map, "evaluated_step", -1);
  if (const Value* best = find(map, "best_metric"); best && best->get_if<double>())
    state.best_metric = *best->get_if<double>();
  state.best_step = get<std::int64_t>(map, "best_step");
  state.evaluations_without_improvement = get<std::int64_t>(map, "evaluations_without_improvement");
  state.stopped_early = get<bool>(map, "stopped_early");
  return state;
}

}  // namespace trainyard
