// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about job scripts that are run unchanged.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kJobScriptTemplates[] = {
    {"script.no_interpreter",
     "{path} does not start with #!, so it is not a job script; add its interpreter in the first "
     "line, such as #!/bin/bash"},
    {"script.dos_lines",
     "{path} has Windows line endings (CRLF), which sbatch rejects; run dos2unix on it, or save "
     "it with Unix line endings"},
    {"script.binary", "{path} contains null bytes, so it is not a script; give the script itself"},
    {"script.too_large",
     "{path} is larger than {limit} MiB, Slurm's limit for a job script; keep its data in a "
     "separate file"},
    {"script.ignored_lines",
     "Slurm ignores #SBATCH in line {lines} of {file}, because a command comes before it; move it "
     "up if it should take effect"},
    {"script.unknown_option",
     "{file}, line {line}: {option} is not an option of sbatch in the versions known here; it is "
     "passed on unchanged"},
    {"script.trailing_words",
     "{file}, line {line}: sbatch rejects {words}, which is not an option; quote values that "
     "contain spaces"},
    {"script.submits",
     "{file} calls sbatch itself in line {line}: what it submits runs as a separate job and is "
     "not followed here; submit that script instead to follow it"},
    {"script.submits_job",
     "{file} itself submits a job in line {line}, with {options}, which runs: {command}; it is a "
     "separate job and is not followed here; turn it into a script and submit that to follow it"},
    {"script.heterogeneous_field",
     "{file} is a heterogeneous job of {components} components, whose resources are set only in "
     "the script; remove this field"},
    {"script.heterogeneous_here",
     "{file} is a heterogeneous job, which this computer cannot run; submit it to a cluster"},
    {"script.no_srun_here",
     "{file} calls srun in line {line}, but srun is not installed on this computer: that line "
     "will fail here"},
    {"script.no_work_folder",
     "The script's working folder {path} could not be created: {why}; check free space and quota",
     ErrorKind::environment},
};

}  // namespace

std::span<const MessageTemplate> job_script_messages() { return kJobScriptTemplates; }

}  // namespace trainyard
