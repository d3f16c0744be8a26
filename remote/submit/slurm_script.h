// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of job.sh that only Slurm needs.
#pragma once

#include <QStringList>

#include "remote/submit/script.h"

namespace trainyard {

// The comment lines that sbatch reads: what the experiment asks for, and nothing that belongs to
// one run (job name, output and folder are on sbatch's command line).
QStringList slurmDirectives(const Experiment& experiment, const ScriptSite& site);

// How it is started, and the directives.
QStringList slurmBeginning(const Experiment& experiment, const ScriptSite& site);

// Its folder, the node's address and when Slurm will end the job: sets run_dir, address and the
// array end_time.
QStringList slurmPlace(const Experiment& experiment, const ScriptSite& site);

// The same, and what else the agent of a training is told: sets kill_wait and cpus, too.
QStringList slurmFacts(const Experiment& experiment, const ScriptSite& site);

// Options of yard-agent.
QStringList slurmAgentWords(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
