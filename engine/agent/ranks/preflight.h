// SPDX-License-Identifier: GPL-3.0-or-later
// The first check on a cluster node: whether the run can work there, before any rank starts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/processes/child.h"
#include "engine/agent/job/options.h"
#include "engine/agent/ranks/placeholders.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

// Checks from the node's perspective: the attempt's folder exists and is writable, the working
// directory, enough GPUs; for an engine on GPUs also a core for each process, and no slices of GPUs
// (MIG) for several: CUDA shows a process one of them, and NCCL connects none of the same GPU.
// Codes "preflight.folder_missing", "preflight.folder_not_writable", "preflight.gpus",
// "preflight.cores", "preflight.mig" (3 each); the texts name the node. May block as long as the
// file system does.
std::vector<Error> check_node(const Options& options, const std::string& node,
                              const std::filesystem::path& attempt_folder,
                              const std::filesystem::path& working_directory,
                              const Environment& environment);

// The GPUs that the environment assigns to this node: CUDA_VISIBLE_DEVICES if set, else
// /dev/nvidia<n>.
int visible_gpus(const Environment& environment);
int gpu_files(const std::filesystem::path& folder);

// Only for the engine: `<engine> preflight <run>/resolved.yaml --json`.
ChildCommand engine_preflight(const Options& options, const Environment& environment,
                              const std::filesystem::path& run_dir,
                              const std::filesystem::path& working_directory);

struct CommandOutcome {
  std::string output, error_output;
  int exit_code = 0;  // 128+n for a signal
};
// Runs it and waits. The child dies with the calling thread; no other code may wait for children
// meanwhile.
CommandOutcome run_to_end(const ChildCommand& command);

// The findings of engine_preflight(): an error "preflight.found" or "preflight.found_at" for each
// diagnostic of severity error, which is its argument `why`. A command that failed without a
// diagnostic is also a finding, "preflight.engine".
std::vector<Error> findings_of(const std::string& node, const CommandOutcome& outcome);

}  // namespace trainyard::agent
