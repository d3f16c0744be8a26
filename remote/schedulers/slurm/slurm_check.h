// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a cluster has what an experiment asks for, from what is known of the cluster. Pure. Each
// finding stands at its field, with what there is instead; what is not known is not checked.
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

std::vector<Diagnostic> checkOnSlurm(const Experiment& experiment, const TargetFacts& facts);

}  // namespace trainyard
