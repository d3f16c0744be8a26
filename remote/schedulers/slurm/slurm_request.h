// SPDX-License-Identifier: GPL-3.0-or-later
// How a site words what an experiment asks of sbatch. Pure.
#pragma once

#include <QString>

#include "engine/contract/experiment/resources.h"
#include "remote/schedulers/site_profile.h"

namespace trainyard {

struct Experiment;

// How GPUs are requested: {"gres", "gpu:a100:8"}. `resources` must request some.
struct GpuOption {
  const char* option;
  QString value;
};
GpuOption gpuOption(const ResourcesSection& resources, const SiteProfile& site);

// A pattern of sbatch as a word for the job's bash: %j is its number, %x the experiment's name.
QString outputName(const QString& pattern, const Experiment& experiment);

}  // namespace trainyard
