// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what launchers of a script start with what its job asks for. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "remote/import/launch.h"

namespace trainyard {

struct Experiment;

struct PlacedLaunch {
  Launch launch;
  std::string place;  // "job.sh:12"
};

// torchrun with more processes than GPUs, srun with more tasks or nodes than the job has, ...:
// errors about `field`. Numbers that are not known are passed over.
std::vector<Diagnostic> findingsInLaunches(const std::vector<PlacedLaunch>& launches,
                                           const Experiment& experiment, const std::string& field);

}  // namespace trainyard
