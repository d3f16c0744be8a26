// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds a program: environment, folder, container, wrappers between launcher and program.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/script.h"
#include "remote/import/slurm_options.h"

namespace trainyard {

// Adds modules, conda, venv, variables, set-up commands, container and code folder to the draft,
// with notes about wrappers unless they are part of what is started.
void carry_surroundings(const Launch& launch, const SlurmExtras& extras, bool keeps_wrappers,
                        Draft& draft);

// Adds notes about a script's other commands. `read` are the script's own files that were read.
void note_rest(const Script& script, const std::vector<std::string>& read, Draft& draft);

// "8 (line 2) or 64 (line 3)"
std::string seen_words(const std::vector<SeenValue>& seen);

// Adds a note about a value that is only known when the script runs, with its possible values.
void note_unresolved(const Unresolved& one, Draft& draft);

}  // namespace trainyard
