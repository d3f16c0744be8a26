// SPDX-License-Identifier: GPL-3.0-or-later
// What the processes of the run use: processor and memory from /proc, GPUs from one nvidia-smi that
// keeps running.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/processes/process_table.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

// cpu_ratio is of all cores that the run may use; memory counts pages shared between processes
// once.
class UsageSampler {
 public:
  using Processes = std::function<std::vector<ProcessEntry>()>;
  UsageSampler(Processes processes, int allowed_cores)
      : processes_(std::move(processes)),
        allowed_cores_(allowed_cores),
        last_(std::chrono::steady_clock::now()) {}
  // Since the last call. Processes in `spared` are no part of the run.
  SystemEvent sample(const std::vector<pid_t>& spared);

 private:
  Processes processes_;
  int allowed_cores_;
  std::chrono::steady_clock::time_point last_;
  std::map<std::pair<pid_t, std::int64_t>, std::int64_t> ticks_;  // by pid and start time
};

// nvidia-smi's arguments for one line a device every 5 s, and the reading of a line. "[N/A]" counts
// 0.
std::vector<std::string> device_query_arguments();
std::optional<DeviceSample> parse_device_line(std::string_view line);

}  // namespace trainyard::agent
