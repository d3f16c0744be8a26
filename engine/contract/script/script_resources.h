// SPDX-License-Identifier: GPL-3.0-or-later
// The #SBATCH lines of a job script that correspond to fields of `resources`, and the lines of the
// job once the document's values are applied.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/script/sbatch_directives.h"
#include "engine/contract/value.h"

namespace trainyard {

struct Experiment;

// By the field's path; if an option is repeated, the last one counts, as in sbatch. Empty for a
// heterogeneous job: its components differ, and the document has each field only once.
std::map<std::string, Value, std::less<>> resources_of(const SbatchDirectives& directives);

// Reads the script's directives into the experiment: script.directives, and each field of
// `resources` that they set and `document` does not. `document` is the experiment's text.
void take_script(Experiment& experiment, std::string_view script, std::string_view document);

// The lines of the job: those of the script unchanged and in order, except that options overridden
// by a field of `resources` are removed and the field's own follow, with a comment above. `gpus` is
// the site's syntax for requesting GPUs, "--gpus-per-node=a100:4".
std::vector<std::string> script_directives(const Experiment& experiment, const std::string& gpus);

// The option as the job is submitted with it: of resources.extra_directives, else of the script.
std::optional<SbatchOption> requested_option(const Experiment& experiment, std::string_view name);

// The last value of the option in the script's first component; nothing if there is none.
std::optional<SbatchOption> last_option(const SbatchDirectives& directives, std::string_view name);

}  // namespace trainyard
