// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm itself writes into the output of a job.
#pragma once

#include <algorithm>
#include <string_view>

namespace trainyard {

// Where Slurm says that it, or the kernel for it, killed processes of the job for their memory;
// npos if it does not. The words of 20.11 to 26.05: of a cgroup's kill ("Detected 1 oom_kill event
// in StepId=7.0", before 23.02 "oom-kill event(s)", "srun: error: gpu1: task 0: Out Of Memory") and
// of Slurm's own look at memory (JobAcctGatherParams=OverMemoryKill: "Step 7.0 exceeded memory
// limit (1048576 > 524288), being killed", "Exceeded job memory limit").
inline std::size_t memory_kill_in(std::string_view output) {
  constexpr std::string_view words[] = {" oom_kill event",           " oom-kill event",
                                        ": Out Of Memory",           " exceeded memory limit (",
                                        "Exceeded job memory limit", "Exceeded step memory limit"};
  std::size_t first = std::string_view::npos;
  for (const std::string_view word : words)
    for (std::size_t at = output.find(word); at < first; at = output.find(word, at + 1)) {
      // A program may say the like; Slurm's lines begin with the name of its own.
      const std::size_t begin = output.find_last_of("\r\n", at) + 1;
      const std::string_view line = output.substr(begin, at - begin);
      const bool is_slurms = line.find("slurmstepd") != std::string_view::npos ||
                             line.find("srun: error:") != std::string_view::npos;
      if (is_slurms) first = std::min(first, at);
    }
  return first;
}

inline bool says_memory_kill(std::string_view output) {
  return memory_kill_in(output) != std::string_view::npos;
}

}  // namespace trainyard
