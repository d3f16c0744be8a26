// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what is known about the first process that failed into one sentence that says why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/agent/causes/memory_kills.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct Failure {
  std::optional<std::int64_t> rank;  // nothing: a launcher, whose children are the ranks
  std::string program;               // as the user knows it: "train.py", "torchrun"
  bool has_peers = true;             // other ranks may exist, so that they can be lost
  bool is_engine = false;            // its exit codes 4, 5 and 6 have the engine's meaning
  int wait_status = 0;               // as returned by waitpid(); not 0
  MemoryKills memory_kills;          // since the ranks were started
  std::vector<MessageEvent>
      errors;  // errors reported by this process or, under a launcher, by its ranks, in order
  std::string error_output;  // its last part
  std::string node;
};

// Exit code of a process as in a shell: 128+n if signal n killed it.
int exit_code_of(int wait_status);

// Returns the outcome failed, with code (failure.*, or that of the error that the engine reported),
// arguments, reason, rank and node. Exit codes of user programs are kept: only the engine's 4, 5
// and 6 identify a cause.
EndEvent diagnose(const Failure& failure);

// Whether this looks like the consequence of another rank's death, so that the others should be
// waited for before a diagnosis.
bool is_loss_of_peers(const Failure& failure);

}  // namespace trainyard::agent
