// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about job scripts that are run unchanged.
#include "engine/contract/message_tables.h"

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
    {"script.misspelt_lines",
     "Slurm takes line {lines} of {file} for a comment: a directive begins with #SBATCH at the "
     "very start of its line; correct the line, or write ##SBATCH if it is to stay a comment"},
    {"script.foreign_lines",
     "sbatch reads the {mark} lines of {file} as its own options: {options}; check that this is "
     "the job that you want, or write them as #SBATCH"},
    {"script.foreign_ignored",
     "{file}, line {line}: sbatch ignores {words} of {mark}; ask for it with an #SBATCH line if "
     "the job needs it"},
    {"script.foreign_variable",
     "{file}, line {line}: Slurm does not set {name}; use its own variables, such as "
     "SLURM_SUBMIT_DIR and SLURM_JOB_NODELIST"},
    {"script.asks_for_itself",
     "{file}, line {line}: as the job's command, scontrol names a file of Trainyard that starts "
     "{file}, so the script does not find itself; use $0 instead"},
    {"script.leaves_folder",
     "{file}, line {line}: '{words}' leads out of the folder that is sent along, so the job does "
     "not find what is there; take it out, and submit the script from the folder above: cd .. && "
     "yard submit FOLDER/{file}"},
    {"script.hold_here",
     "{file} asks to be held (--hold), but this computer holds no jobs: it starts at once"},
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
