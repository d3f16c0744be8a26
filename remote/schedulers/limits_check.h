// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a cluster has what an experiment requests, using what is known about the cluster.
// Pure. Each finding is at its field and says what is available; what is unknown is not checked.
#pragma once

#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

struct Experiment;

std::vector<Diagnostic> checkLimits(const Experiment& experiment, const TargetFacts& facts);

}  // namespace trainyard
