// SPDX-License-Identifier: GPL-3.0-or-later
// The number of nodes, processes, GPUs and cores, combined from launchers and schedulers, which
// each give a part.
#pragma once

#include <cstdint>
#include <optional>

#include "remote/import/draft.h"

namespace trainyard {

struct Count {
  std::int64_t number = 0;
  Origin origin;
};

// The counts that define a Slurm job, or a step of it.
struct TaskCounts {
  std::optional<Count> nodes, tasks, tasks_per_node, tasks_per_gpu, cpus_per_task, cpus_per_gpu;
  std::optional<Count> gpus, gpus_per_node, gpus_per_task;
};

struct ProcessCounts {
  TaskCounts job, step;
  std::optional<Count> nodes;               // given to a launcher
  std::optional<Count> processes;           // over all nodes
  std::optional<Count> processes_per_node;  // started by a launcher
  std::optional<Count> visible;             // GPUs per node that the processes see
  std::optional<Origin> one_per_node;       // a launcher that is itself the program
  std::optional<Origin> one_per_gpu;        // a launcher that starts one process per GPU
  std::optional<Origin> launcher;           // one that starts a single process by default
  std::optional<Origin> alone;              // a program that is started once, on the first node
  std::optional<Origin> processor;          // requests computing without GPUs
  bool is_any_program = false;              // no Trainer, which uses all GPUs in one process
  // GiB, per core or GPU.
  std::optional<std::pair<double, Origin>> memory_per_core, memory_per_gpu;
};

// Sets `count` from an integer between 1 and 2^20; if it already has a different value, this is an
// error; other values are noted.
void take_count(std::optional<Count>& count, const Setting& setting, Draft& draft);

// Sets nodes, GPUs, processes and cores in the draft and notes what is unknown. Returns the number
// of processes over all nodes, if known.
std::optional<std::int64_t> carry_processes(const ProcessCounts& counts, const Origin& origin,
                                            Draft& draft);

}  // namespace trainyard
