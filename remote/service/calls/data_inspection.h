// SPDX-License-Identifier: GPL-3.0-or-later
// Inspects an experiment's data with `engine inspect` where it is stored.
#pragma once

#include <functional>
#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "engine/contract/results/inspection.h"
#include "remote/service/protocol/inspection_request.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// Receives the code of the current phase, and its progress.
using OnInspecting = std::function<void(const QString& phase, qint64 done, qint64 total)>;

// What `engine inspect --json` prints. On a cluster the engine that was sent there reads
// the first records only, since a login node is no place to prepare data. Errors:
// "experiment.invalid", "inspect.lies_here" (a path of this computer, which a submission would
// send), "inspect.no_engine", those of the engine and the host.
QCoro::Task<Result<Inspection>> inspectOn(Target target, ExperimentSource source,
                                          InspectionRequest what, OnInspecting onProgress,
                                          std::stop_token stop);

// For a question to the engine: tells how far it is.
std::function<void(const Value&)> progressOf(OnInspecting onProgress);

}  // namespace trainyard
