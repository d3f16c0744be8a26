// What is around a program: environment, folder, container, what stands between launcher and
// program.
#pragma once

#include "engine/contract/import/draft.h"
#include "engine/contract/import/launch.h"
#include "engine/contract/import/script.h"
#include "engine/contract/import/slurm_options.h"

namespace trainyard {

// Modules, conda, venv, variables, set-up commands, container and code folder into the draft.
void carry_surroundings(const Launch& launch, const SlurmExtras& extras, Draft& draft);

// What a script does beside it, in notes.
void note_rest(const Script& script, Draft& draft);

// "8 (line 2) or 64 (line 3)"
std::string seen_words(const std::vector<SeenValue>& seen);

// A value that is known only when the script runs, with those that it may have.
void note_unresolved(const Unresolved& one, Draft& draft);

}  // namespace trainyard
