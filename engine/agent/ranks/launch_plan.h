// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the processes to start on this node from the options.
#pragma once

#include <optional>
#include <vector>

#include "engine/agent/processes/child.h"
#include "engine/agent/job/options.h"
#include "engine/agent/ranks/placeholders.h"
#include "engine/system/allowed_cores.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

struct PlannedProcess {
  int rank = 0;  // names its output files; for a launcher they contain the output of all its ranks
  bool is_launcher = false;  // torchrun, accelerate or deepspeed, whose children are the ranks
  bool is_lone = false;      // the only process of the run: no rank variables
  ChildCommand command;
};

// Where the ranks start: --working-directory, else the run's code/, else the run folder.
std::filesystem::path working_directory_of(const Options& options, const RunFolder& run);

// What the agent provides for the processes.
struct LaunchSite {
  std::filesystem::path working_directory;
  std::filesystem::path events_fifo;
  std::filesystem::path python_folder;  // prepended to PYTHONPATH
  std::int64_t attempt = 1;
  int allowed_cores = 1;
};

// Ranks are in order. Errors (2): "program.not_in_code": a .py file that does not exist;
// "program.no_python" or "program.python_not_found": no interpreter to run it with.
Result<std::vector<PlannedProcess>> plan_launch(const Options& options,
                                                const Placeholders& placeholders,
                                                const LaunchSite& site,
                                                const Environment& inherited);

// Returns --nproc-per-node as a number: the visible GPUs for `auto`, at least 1.
int processes_on_this_node(const Options& options, const Environment& inherited);

}  // namespace trainyard::agent
