// SPDX-License-Identifier: GPL-3.0-or-later
// The Slurm-specific parts of job.sh.
#pragma once

#include <QStringList>

#include "remote/schedulers/script_site.h"

namespace trainyard {

// The comment lines read by sbatch: what the experiment requests, and nothing that is specific to
// one run (job name, output and folder are on sbatch's command line).
QStringList slurmDirectives(const Experiment& experiment, const ScriptSite& site);

// The first line, and the directives.
QStringList slurmBeginning(const Experiment& experiment, const ScriptSite& site);

// Lines for a task of an array: run_dir becomes the task's; and the option that tells the agent.
QStringList taskPlace();
QString taskWord();

// The variables of a task of an array that is submitted again by itself: for Slurm it is none, but
// it is the same task for its program.
QStringList taskVariables(const Experiment& experiment, int index);

// Its folder, the node's address and when Slurm will end the job: sets run_dir, address and the
// array end_time.
QStringList slurmPlace(const Experiment& experiment, const ScriptSite& site);

// The same, with further settings for the agent of a training: also sets kill_wait and cpus.
QStringList slurmFacts(const Experiment& experiment, const ScriptSite& site);

// Options of yard-agent.
QStringList slurmAgentWords(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
