// SPDX-License-Identifier: GPL-3.0-or-later
// The first act on a node of a cluster: whether the run can work there, before any rank starts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/processes/child.h"
#include "engine/agent/options.h"
#include "engine/agent/ranks/placeholders.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

// What the node sees for itself: the attempt's folder there and writable, the working directory,
// enough GPUs. Codes "preflight.folder_missing", "preflight.folder_not_writable", "preflight.gpus"
// (3 each); the texts name the node. It may take as long as a file system does.
std::vector<Error> check_node(const Options& options, const std::string& node,
                              const std::filesystem::path& attempt_folder,
                              const std::filesystem::path& working_directory,
                              const Environment& environment);

// GPUs that the environment gives to this node: CUDA_VISIBLE_DEVICES where it is set, else
// /dev/nvidia<n>.
int visible_gpus(const Environment& environment);

// Of the engine alone: `<engine> preflight <run>/resolved.yaml --json`.
ChildCommand engine_preflight(const Options& options, const Environment& environment,
                              const std::filesystem::path& run_dir,
                              const std::filesystem::path& working_directory);

struct CommandOutcome {
  std::string output, error_output;
  int exit_code = 0;  // 128+n for a signal
};
// Runs it and waits. The child dies with the calling thread; nobody else may wait for children
// meanwhile.
CommandOutcome run_to_end(const ChildCommand& command);

// What engine_preflight() found: an error "preflight.found" or "preflight.found_at" for each
// diagnostic of severity error, which is its argument `why`. A command that failed without a
// diagnostic is a finding too, "preflight.engine".
std::vector<Error> findings_of(const std::string& node, const CommandOutcome& outcome);

}  // namespace trainyard::agent
