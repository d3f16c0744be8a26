// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/results/training_plan.h"

#include <algorithm>

namespace trainyard {

const PlannedMemory* TrainingPlan::own() const {
  const auto found = std::ranges::find(memory, per_device, &PlannedMemory::per_device);
  return found == memory.end() ? nullptr : &*found;
}

void describe(Section<PlannedMemory>& section) {
  section.field("per_device", &PlannedMemory::per_device);
  section.field("parameters", &PlannedMemory::parameters);
  section.field("copies", &PlannedMemory::copies);
  section.field("gradients", &PlannedMemory::gradients);
  section.field("optimizer", &PlannedMemory::optimizer);
  section.field("activations", &PlannedMemory::activations);
  section.field("host", &PlannedMemory::host).omitted_when_default();
}

void describe(Section<MemorySaving>& section) {
  section.field("setting", &MemorySaving::setting);
  section.field("bytes", &MemorySaving::bytes);
  section.field("host", &MemorySaving::host).omitted_when_default();
}

void describe(Section<TrainingPlan>& section) {
  section.field("format", &TrainingPlan::format);
  section.field("architecture", &TrainingPlan::architecture);
  section.field("vocab_size", &TrainingPlan::vocab_size);
  section.field("num_parameters", &TrainingPlan::num_parameters);
  section.field("num_trained", &TrainingPlan::num_trained);
  section.field("per_device", &TrainingPlan::per_device);
  section.field("accumulation", &TrainingPlan::accumulation);
  section.field("world_size", &TrainingPlan::world_size);
  section.field("num_examples", &TrainingPlan::num_examples).omitted_when_default();
  section.field("steps_per_epoch", &TrainingPlan::steps_per_epoch).omitted_when_default();
  section.field("num_steps", &TrainingPlan::num_steps).omitted_when_default();
  section.field("memory", &TrainingPlan::memory);
  section.field("recomputed", &TrainingPlan::recomputed).omitted_when_default();
  section.field("stages", &TrainingPlan::stages).omitted_when_default();
  section.field("savings", &TrainingPlan::savings).omitted_when_default();
}

}  // namespace trainyard
