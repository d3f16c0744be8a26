// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what an attempt has printed again, where it lies, and replaces the points that were read
// from it before.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/reading_values.h"
#include "remote/service/registry/run_registry.h"
#include "remote/target/target.h"

namespace trainyard {

// Of a run that is open, only a preview is given, since its agent still reads. Errors: "run.open",
// "reread.array", "reread.engine", "reread.failed", "reread.not_kept", "rule.metrics_pattern",
// those of sending the agent and of the store.
QCoro::Task<Result<RereadAnswer>> rereadRun(RunRegistry& registry, Target target, RunRecord run,
                                            RereadArguments arguments, std::stop_token stop);

}  // namespace trainyard
