// SPDX-License-Identifier: GPL-3.0-or-later
// How many nodes, processes, GPUs and cores: from launchers and schedulers, which each say a part.
#pragma once

#include <cstdint>
#include <optional>

#include "remote/import/draft.h"

namespace trainyard {

struct Count {
  std::int64_t number = 0;
  Origin origin;
};

// What a job of Slurm is counted by, or a step of it.
struct TaskCounts {
  std::optional<Count> nodes, tasks, tasks_per_node, tasks_per_gpu, cpus_per_task, cpus_per_gpu;
  std::optional<Count> gpus, gpus_per_node, gpus_per_task;
};

struct ProcessCounts {
  TaskCounts job, step;
  std::optional<Count> nodes;               // that a launcher is told
  std::optional<Count> processes;           // over all nodes
  std::optional<Count> processes_per_node;  // that a launcher starts
  std::optional<Count> visible;             // GPUs of a node that what is started sees
  std::optional<Origin> one_per_node;       // a launcher that is the program itself
  std::optional<Origin> one_per_gpu;        // a launcher that starts one for each GPU
  std::optional<Origin> launcher;           // one that starts one process where nothing is said
  std::optional<Origin> alone;              // a program that is started once, on the first node
  std::optional<Origin> processor;          // who asks to compute without GPUs
  // GiB, for each core or GPU.
  std::optional<std::pair<double, Origin>> memory_per_core, memory_per_gpu;
};

// Takes a whole number from 1 to 2^20 into `count`; another one that was there already is a
// refusal, what is no such number is noted.
void take_count(std::optional<Count>& count, const Setting& setting, Draft& draft);

// Writes nodes, GPUs, processes and cores into the draft and says what is not known. The number of
// processes over all nodes, where it is known.
std::optional<std::int64_t> carry_processes(const ProcessCounts& counts, const Origin& origin,
                                            Draft& draft);

}  // namespace trainyard
