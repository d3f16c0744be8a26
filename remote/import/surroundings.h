// SPDX-License-Identifier: GPL-3.0-or-later
// What is around a program: environment, folder, container, what stands between launcher and
// program.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/script.h"
#include "remote/import/slurm_options.h"

namespace trainyard {

// Modules, conda, venv, variables, set-up commands, container and code folder into the draft, with
// notes about wrappers unless they are part of what is started.
void carry_surroundings(const Launch& launch, const SlurmExtras& extras, bool keeps_wrappers,
                        Draft& draft);

// What a script does beside it, in notes. `read` are the files of its own that were read.
void note_rest(const Script& script, const std::vector<std::string>& read, Draft& draft);

// "8 (line 2) or 64 (line 3)"
std::string seen_words(const std::vector<SeenValue>& seen);

// A value that is known only when the script runs, with those that it may have.
void note_unresolved(const Unresolved& one, Draft& draft);

}  // namespace trainyard
