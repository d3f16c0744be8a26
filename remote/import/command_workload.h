// SPDX-License-Identifier: GPL-3.0-or-later
// A program of one's own as `workload: command`: launcher, program and all arguments as they stand.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/processes.h"

namespace trainyard {

// How a command is started.
enum class CommandForm {
  none,      // it becomes no command
  launcher,  // by the launcher of the command section, which is told counts and addresses alone
  program    // the launcher, or what stands before it, is the program itself, once on each node
};
// On several nodes a launcher needs the addresses that only the agent knows.
CommandForm command_form(const Launch& launch, bool has_several_nodes);

// The counts that launchers are told, for carry_processes().
void take_launcher_counts(const Launch& launch, CommandForm form, ProcessCounts& counts,
                          Draft& draft);

// launcher, program and arguments into the draft.
void carry_command(const Launch& launch, CommandForm form, Draft& draft);

}  // namespace trainyard
