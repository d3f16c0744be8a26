// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that would tell settings apart: the same once more with other seeds.
#pragma once

#include "gui/forms/experiment_copy.h"
#include "gui/runs/records/leader_verdict.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

// One experiment whose fields have several values where the settings differ in one value, else one
// for each setting. Empty: nothing to tell apart, or the settings are not known to this computer.
QList<ExperimentCopy> moreSeeds(const Comparison& comparison, const LeaderVerdict& verdict);

// A run that repeats another with another seed.
struct SeedRun {
  SubmitRequest request;
  // The file with the experiment as it was submitted then; empty: it is on a cluster, and the file
  // that it was made from has to do.
  QString document{};
};

// The same as runs, one for each setting and seed, each on the target of the run that it repeats.
// Empty: nothing to tell apart, or a run whose experiment is not on this computer.
QList<SeedRun> seedRuns(const Comparison& comparison, const LeaderVerdict& verdict);

}  // namespace trainyard
