// SPDX-License-Identifier: GPL-3.0-or-later
// What a site's profile makes of an experiment's job. Pure.
#pragma once

#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/target_facts.h"
#include "remote/target/site_profile.h"

namespace trainyard {

// The profile without what Slurm itself said of the same partition: its limits are checked against
// that, and a type of GPU that Slurm does not have is not asked for.
SiteProfile asProbed(SiteProfile site, const TargetFacts& facts);

// The experiment with what it leaves to the site: the directives that it does not give itself, and
// modules, where a command or a container names none (the engine needs none).
Experiment onSite(Experiment experiment, const SiteProfile& site);

// How GPUs are asked for: {"gres", "gpu:a100:8"}. `resources` asks for some.
struct GpuText {
  const char* option;
  QString value;
};
GpuText gpuWords(const ResourcesSection& resources, const SiteProfile& site);

// A pattern of sbatch as a word of the job's bash: %j is its number, %x the experiment's name.
QString outputName(const QString& pattern, const Experiment& experiment);

}  // namespace trainyard
