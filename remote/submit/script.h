// SPDX-License-Identifier: GPL-3.0-or-later
// Renders job.sh: the readable bash script that sets up what the experiment needs and becomes
// yard-agent. It takes the run folder as its first argument, so the same experiment at the same
// site always gives the same bytes.
#pragma once

#include <QByteArray>

#include "remote/schedulers/script_site.h"

namespace trainyard {

struct Experiment;

// `experiment` is resolved: its paths are absolute, on the target. Every value is quoted, except
// setup_commands, which are bash, and Slurm options, which the rules of the experiment restrict to
// a single option each.
QByteArray renderScript(const Experiment& experiment, const ScriptSite& site);

}  // namespace trainyard
