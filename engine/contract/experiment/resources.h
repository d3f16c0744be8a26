// SPDX-License-Identifier: GPL-3.0-or-later
// What the run requests from the machine or the scheduler. Null means: not requested.
#pragma once

#include "engine/contract/describe/names.h"

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
  TextList after;
  TextList extra_directives;

  bool uses_gpus() const { return gpus_per_node > 0; }
  std::int64_t num_gpus() const { return nodes * gpus_per_node; }
};

// Allowed names of a cluster's partitions, accounts, QOS and reservations.
inline constexpr const char* scheduler_name = R"([A-Za-z0-9_][A-Za-z0-9_.,:@+%-]*)";
inline constexpr const char* scheduler_name_words =
    "a name of letters, digits and _ . , : @ + % - that starts with a letter or digit";

void describe(Section<ResourcesSection>& section);

}  // namespace trainyard
