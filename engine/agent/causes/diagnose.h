// SPDX-License-Identifier: GPL-3.0-or-later
// From what is known about the process that failed first to the one sentence that says why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/agent/causes/memory_kills.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct Failure {
  std::optional<std::int64_t> rank;  // nothing: a launcher, whose ranks are its children
  std::string program;               // as a person knows it: "train.py", "torchrun"
  bool is_engine = false;            // its exit codes 4, 5 and 6 mean what the engine's mean
  int wait_status = 0;               // as waitpid() gives it; not 0
  MemoryKills memory_kills;          // since the ranks were started
  std::vector<MessageEvent>
      errors;  // errors that this process or, under a launcher, its ranks reported, in order
  std::string error_output;  // the end of it
  std::string node;
};

// Exit code of a process as a shell has it: 128+n when signal n killed it.
int exit_code_of(int wait_status);

// Outcome failed, with code (failure.*, or the one of the error that the engine reported),
// arguments, reason, rank and node. Exit codes of one's own programs stay what they are: only the
// engine's 4, 5 and 6 tell a cause.
EndEvent diagnose(const Failure& failure);

// Whether this looks like the consequence of another rank's death: then the others are waited for
// before judging.
bool is_loss_of_peers(const Failure& failure);

}  // namespace trainyard::agent
