// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that would tell settings apart: the same once more with other seeds.
#pragma once

#include "gui/forms/experiment_copy.h"
#include "gui/runs/records/leader_verdict.h"

namespace trainyard {

// One experiment whose fields have several values where the settings differ in one value, else one
// for each setting. Empty: nothing to tell apart, or the settings are not known to this computer.
QList<ExperimentCopy> moreSeeds(const Comparison& comparison, const LeaderVerdict& verdict);

}  // namespace trainyard
