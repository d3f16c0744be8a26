// How many nodes, processes and GPUs: from launchers and schedulers, which each say a part of it.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/contract/import/draft.h"

namespace trainyard {

struct Count {
  std::int64_t number = 0;
  Origin origin;
};

struct ProcessCounts {
  std::optional<Count> nodes;
  std::optional<Count> processes;                             // over all nodes
  std::optional<Count> processes_per_node;                    // that a launcher starts
  std::optional<Count> tasks, tasks_per_node, cpus_per_task;  // of Slurm
  std::optional<Count> gpus, gpus_per_node;
  std::optional<Origin> processor;  // who asks to compute without GPUs
};

// Takes a whole number from 1 to 2^20 into `count`; another one that was there already is a
// refusal, what is no such number is noted.
void take_count(std::optional<Count>& count, const Setting& setting, Draft& draft);

// Writes nodes, GPUs and processes into the draft and says what is not known. The number of
// processes over all nodes, where it is known.
std::optional<std::int64_t> carry_processes(const ProcessCounts& counts, const Origin& origin,
                                            Draft& draft);

}  // namespace trainyard
