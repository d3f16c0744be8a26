// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission takes of its target at most, worked out from the document alone: nothing is
// asked of the target, and what cannot be bounded is said to have no bound.
#pragma once

#include "engine/contract/result.h"
#include "remote/service/protocol/consent_values.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

struct Experiment;

// `values`: of the run in its study.
SpentRun spentBy(const Experiment& experiment, const TargetFacts& facts, QStringList values);

// Of each combination of values. Errors: "experiment.invalid", those of combinationsOf().
Result<Spending> spendingOf(const Target& target, RunStore& store, ExperimentSource source,
                            const QStringList& grid);
// Of a run that goes on with these changes of its settings.
Result<Spending> spendingOf(const Target& target, RunStore& store, const RunRecord& run,
                            const QStringList& changes);

}  // namespace trainyard
