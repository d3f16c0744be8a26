// SPDX-License-Identifier: GPL-3.0-or-later
// The data of an experiment, looked at by `engine inspect` where it lies.
#pragma once

#include <functional>
#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>

#include "engine/contract/result.h"
#include "remote/service/protocol/inspection_request.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// The code of what is being done, and how much of it is done.
using OnInspecting = std::function<void(const QString& phase, qint64 done, qint64 total)>;

// The object that `engine inspect --json` prints. On a cluster the engine that was sent there reads
// the first records only, since a login node is no place to prepare data. Errors:
// "experiment.invalid", "inspect.lies_here" (a path of this computer, which a submission would
// send), "inspect.no_engine", those of the engine and the host.
QCoro::Task<Result<QJsonObject>> inspectOn(Target target, ExperimentSource source,
                                           InspectionRequest what, OnInspecting onProgress,
                                           std::stop_token stop);

}  // namespace trainyard
