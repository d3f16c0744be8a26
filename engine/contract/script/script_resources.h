// SPDX-License-Identifier: GPL-3.0-or-later
// What the #SBATCH lines of a job script say that a field of `resources` can say, too; and the
// lines as the job gets them once the document counts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/script/sbatch_directives.h"

namespace trainyard {

// By the field's path; of an option that is given twice the last counts, as in sbatch. Nothing of
// a heterogeneous job: its components differ, and the document has one of each field.
std::map<std::string, Value, std::less<>> resources_of(const SbatchDirectives& directives);

// Reads the script's directives into the experiment: script.directives, and each field of
// `resources` that they say and `document` does not write. `document` is the experiment's text.
void take_script(Experiment& experiment, std::string_view script, std::string_view document);

// Lines of the job: those of the script as they stand, in their order; where a field of
// `resources` says otherwise, the options that it stands for are taken out and its own follow, with
// a comment above. `gpus` is how the site wants GPUs asked for, "--gpus-per-node=a100:4".
std::vector<std::string> script_directives(const Experiment& experiment, const std::string& gpus);

// The last value that the script's first component gives the option; nothing where there is none.
std::optional<SbatchOption> last_option(const SbatchDirectives& directives, std::string_view name);

}  // namespace trainyard
