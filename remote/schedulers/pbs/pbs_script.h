// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of job.sh that PBS reads or answers: its directives, and the facts that its environment
// and commands give. Pure.
#pragma once

#include "remote/schedulers/script_site.h"

namespace trainyard {

// The #PBS lines for what the experiment requests. One chunk a node, in which the agent starts the
// processes.
QStringList pbsDirectives(const Experiment& experiment, const ScriptSite& site);

QStringList pbsBeginning(const Experiment& experiment, const ScriptSite& site);
QStringList pbsFacts(const Experiment& experiment, const ScriptSite& site);
QStringList pbsAgentWords(const Experiment& experiment, const ScriptSite& site);

// The same for a job script of the user. Its own #PBS lines stay as they are, unless a field of
// `resources` says something else than they do.
QStringList pbsJobScriptBeginning(const Experiment& experiment, const ScriptSite& site);
QStringList pbsJobScriptFacts(const Experiment& experiment, const ScriptSite& site);
QStringList pbsJobScriptAgentWords(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
