// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a site's profile to an experiment's job. Pure.
#pragma once

#include <QString>

#include "engine/contract/experiment/resources.h"
#include "remote/schedulers/target_facts.h"
#include "remote/target/site_profile.h"

namespace trainyard {

struct Experiment;

// The profile without what Slurm itself reports about the same partition: its limits are checked
// against that, and a GPU type that Slurm does not have is not requested.
SiteProfile asProbed(SiteProfile site, const TargetFacts& facts);

// The experiment with what it leaves to the site: directives that it does not set, and modules for
// a command or a container that names none (the engine needs none).
Experiment onSite(Experiment experiment, const SiteProfile& site);

// How GPUs are requested: {"gres", "gpu:a100:8"}. `resources` must request some.
struct GpuText {
  const char* option;
  QString value;
};
GpuText gpuWords(const ResourcesSection& resources, const SiteProfile& site);

// A pattern of sbatch as a word for the job's bash: %j is its number, %x the experiment's name.
QString outputName(const QString& pattern, const Experiment& experiment);

}  // namespace trainyard
