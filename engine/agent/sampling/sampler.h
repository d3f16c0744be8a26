// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the processes of the run: CPU and memory from /proc, GPUs from a long-running
// nvidia-smi.
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

// cpu_ratio is relative to all cores that the run may use; memory shared between processes counts
// once.
class UsageSampler {
 public:
  using Processes = std::function<std::vector<ProcessEntry>()>;
  UsageSampler(Processes processes, int allowed_cores)
      : processes_(std::move(processes)),
        allowed_cores_(allowed_cores),
        last_(std::chrono::steady_clock::now()) {}
  // Covers the time since the last call. Processes in `spared` are not part of the run.
  SystemEvent sample(const std::vector<pid_t>& spared);

 private:
  Processes processes_;
  int allowed_cores_;
  std::chrono::steady_clock::time_point last_;
  std::map<std::pair<pid_t, std::int64_t>, std::int64_t> ticks_;  // by pid and start time
};

// nvidia-smi's arguments for one line per device every 5 s, and the parser for a line. "[N/A]"
// counts as 0.
std::vector<std::string> device_query_arguments();
std::optional<DeviceSample> parse_device_line(std::string_view line);

}  // namespace trainyard::agent
