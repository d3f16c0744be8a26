#include "engine/contract/experiment/rules.h"

namespace trainyard {

std::vector<Diagnostic> check_rules(const Experiment&) { return {}; }
std::vector<Diagnostic> check_executable(const Experiment&) { return {}; }

std::int64_t processes_per_node(const Experiment& experiment) {
  const ResourcesSection& resources = experiment.resources;
  return resources.processes_per_node.number.value_or(resources.gpus_per_node > 0 ? resources.gpus_per_node : 1);
}

std::int64_t global_batch(const Experiment& experiment) {
  return experiment.batch.per_device * experiment.batch.gradient_accumulation_steps * processes_per_node(experiment) *
         experiment.resources.nodes;
}

}  // namespace trainyard
