// SPDX-License-Identifier: GPL-3.0-or-later
// job.sh for a run whose workload is a job script of the user: the script's own #SBATCH lines, and
// yard-agent, which runs the script as its child in the environment made by Slurm.
#pragma once

#include <QStringList>

#include "remote/schedulers/script_site.h"

namespace trainyard {

QStringList jobScriptBeginning(const Experiment& experiment, const ScriptSite& site);
QStringList jobScriptFacts(const Experiment& experiment, const ScriptSite& site);
QStringList jobScriptAgentWords(const Experiment& experiment, const ScriptSite& site);

// On this computer: the variables that a job of that shape would have on one node.
QStringList jobScriptFactsHere(const Experiment& experiment, const ScriptSite& site);
QStringList outputFileHere(const Experiment& experiment);

}  // namespace trainyard
