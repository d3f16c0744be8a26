// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about job scripts that run as they are.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kJobScriptTemplates[] = {
    {"script.no_interpreter",
     "{path} does not begin with #!, so it is no job script; write its interpreter in the first "
     "line, such as #!/bin/bash"},
    {"script.dos_lines",
     "{path} has line breaks of Windows, which sbatch refuses; run dos2unix on it, or save it with "
     "line breaks of Unix"},
    {"script.binary", "{path} holds zero bytes, so it is no script; name the script itself"},
    {"script.too_large",
     "{path} is larger than {limit} MiB, which Slurm takes for a job script; keep its data in a "
     "file of its own"},
    {"script.ignored_lines",
     "Slurm does not read #SBATCH in line {lines} of {file}, because a command stands before it; "
     "move it up if it is meant to count"},
    {"script.unknown_option",
     "{file}, line {line}: sbatch has no option {option} in the versions known here; it is handed "
     "over as it stands"},
    {"script.trailing_words",
     "{file}, line {line}: sbatch refuses {words}, which is no option; quote values that hold "
     "spaces"},
    {"script.submits",
     "{file} calls sbatch itself in line {line}: what it submits runs as a job of its own and is "
     "not followed here; submit that script instead to follow it"},
    {"script.submits_job",
     "{file} submits a job itself in line {line}, with {options}, which runs: {command}; it is a "
     "job of its own and is not followed here; make it a script and submit that to follow it"},
    {"script.heterogeneous_field",
     "{file} is a heterogeneous job of {components} components, whose resources the script alone "
     "says; take this field out"},
    {"script.heterogeneous_here",
     "{file} is a heterogeneous job, which this computer cannot run; submit it to a cluster"},
    {"script.no_srun_here",
     "{file} calls srun in line {line}, which is not installed on this computer: that line will "
     "fail here"},
    {"script.no_work_folder",
     "The script's working folder {path} could not be made: {why}; check free space and quota",
     ErrorKind::environment},
};

}  // namespace

std::span<const MessageTemplate> job_script_messages() { return kJobScriptTemplates; }

}  // namespace trainyard
