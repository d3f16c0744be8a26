// What the run asks of the machine or the scheduler. Null means: not asked for.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct ResourcesSection {
  std::int64_t nodes = 1;
  std::int64_t gpus_per_node = 0;
  std::optional<std::string> gpu_type;
  AutoInteger processes_per_node;
  std::optional<std::int64_t> cpus_per_process;
  std::optional<double> memory_gib_per_node;
  std::optional<std::string> time_limit;
  std::optional<std::string> partition;
  std::optional<std::string> account;
  std::optional<std::string> qos;
  std::optional<std::string> reservation;
  std::optional<std::string> array;
  std::optional<std::string> dependency;
  TextList extra_directives;
};

inline void describe(Section<ResourcesSection>& section) {
  section.field("nodes", &ResourcesSection::nodes);
  section.field("gpus_per_node", &ResourcesSection::gpus_per_node);
  section.field("gpu_type", &ResourcesSection::gpu_type);
  section.field("processes_per_node", &ResourcesSection::processes_per_node);
  section.field("cpus_per_process", &ResourcesSection::cpus_per_process);
  section.field("memory_gib_per_node", &ResourcesSection::memory_gib_per_node);
  section.field("time_limit", &ResourcesSection::time_limit);
  section.field("partition", &ResourcesSection::partition);
  section.field("account", &ResourcesSection::account);
  section.field("qos", &ResourcesSection::qos);
  section.field("reservation", &ResourcesSection::reservation);
  section.field("array", &ResourcesSection::array);
  section.field("dependency", &ResourcesSection::dependency);
  section.field("extra_directives", &ResourcesSection::extra_directives);
}

}  // namespace trainyard
