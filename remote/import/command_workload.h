// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a user program to `workload: command`: launcher, program and all arguments unchanged.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/processes.h"

namespace trainyard {

// How a command is started.
enum class CommandForm {
  none,      // it does not become a command
  launcher,  // by the launcher of the command section, which only gets counts and addresses
  program    // the launcher, or a wrapper before it, is the program itself, run once on each node
};
// On several nodes, a launcher needs addresses that only the agent knows.
CommandForm command_form(const Launch& launch, bool has_several_nodes);

// Reads the process counts from the launcher's options, for carry_processes().
void take_launcher_counts(const Launch& launch, CommandForm form, ProcessCounts& counts,
                          Draft& draft);

// Adds launcher, program and arguments to the draft.
void carry_command(const Launch& launch, CommandForm form, Draft& draft);

}  // namespace trainyard
