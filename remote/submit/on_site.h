// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a site's profile to an experiment's job. Pure.
#pragma once

#include <QString>

#include "remote/schedulers/target_facts.h"
#include "remote/schedulers/site_profile.h"

namespace trainyard {

struct Experiment;

// The profile without what Slurm itself reports about the same partition: its limits are checked
// against that, and a GPU type that Slurm does not have is not requested.
SiteProfile asProbed(SiteProfile site, const TargetFacts& facts);

// The experiment with what it leaves to the site: directives that it does not set, and modules for
// a command or a container that names none (the engine needs none).
Experiment onSite(Experiment experiment, const SiteProfile& site);

}  // namespace trainyard
