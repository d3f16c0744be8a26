// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/checkpoint_room.h"

#include <algorithm>

#include "engine/contract/experiment/slurm_format.h"
#include "gui/forms/quantity_text.h"

namespace trainyard {
namespace {

// How many a run saves in all; nothing if its number of steps is not known.
std::optional<std::int64_t> savedInAll(const CheckpointSection& checkpoint,
                                       const TrainingPlan& plan) {
  if (!plan.num_steps) return std::nullopt;
  const auto steps = static_cast<double>(*plan.num_steps);
  double saved = 1 + (checkpoint.save_best ? 1 : 0);  // at the end, and at the best evaluation
  if (checkpoint.every_steps) saved += steps / static_cast<double>(*checkpoint.every_steps);
  if (checkpoint.every_epochs && plan.steps_per_epoch.value_or(0) > 0)
    saved += steps /
             std::max(1.0, *checkpoint.every_epochs * static_cast<double>(*plan.steps_per_epoch));
  return static_cast<std::int64_t>(saved);
}

}  // namespace

CheckpointRoom CheckpointRoom::of(const Experiment& experiment, const TrainingPlan& plan,
                                  int numRuns) {
  const CheckpointSection& checkpoint = experiment.checkpoint;
  CheckpointRoom room;
  // The next is written before the oldest is removed.
  room.number = checkpoint.keep_last + (checkpoint.save_best ? 1 : 0) + 1;
  if (const auto all = savedInAll(checkpoint, plan)) room.number = std::min(room.number, *all);
  const PlannedMemory& memory = *plan.own();
  room.bytes = memory.parameters + memory.optimizer;
  // A checkpoint of adapters leaves out the model that they change.
  if (!experiment.lora.rank) room.bytes += 4 * (plan.num_parameters - plan.num_trained);
  const auto& array = experiment.resources.array;
  room.numRuns = numRuns * (array ? array_task_count(*array).value_or(1) : 1);
  // The trials of one job share its room: only those of the best one are kept.
  if (is_search_of_jobs(experiment) || is_search_by_controller(experiment))
    room.numRuns *= experiment.search.trials;
  return room;
}

QString CheckpointRoom::text() const {
  const QString all = QuantityText::bytes(total()), each = QuantityText::bytes(bytes);
  return numRuns > 1 ? tr("%1 (%2 runs × %3 of %4)").arg(all).arg(numRuns).arg(number).arg(each)
                     : tr("%1 (%2 of %3)").arg(all).arg(number).arg(each);
}

}  // namespace trainyard
