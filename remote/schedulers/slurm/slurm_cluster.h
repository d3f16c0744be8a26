// SPDX-License-Identifier: GPL-3.0-or-later
// The current state of a Slurm cluster: all queries in one command on its login node.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/cluster_state.h"
#include "remote/schedulers/scheduler.h"

namespace trainyard {

// `facts` are from its login; without accounting, or for Look::use, accounts and QOS are not
// queried, and those in the facts are returned. Missing answers are listed in `silent`. Errors:
// those of the host; "cluster.no_answer" if Slurm does not answer at all.
QCoro::Task<Result<ClusterState>> probeSlurm(Host& host, TargetFacts facts, Look look,
                                             std::stop_token stop);

// Ends a job of the user with this name. It is not an error if it is gone.
QCoro::Task<Result<void>> cancelOnSlurm(Host& host, TargetFacts facts, QString job, QString name,
                                        std::stop_token stop);

// What `scontrol show job` says of a job's files. Error "queue.no_job" if it is gone.
QCoro::Task<Result<QueuedFiles>> filesOnSlurm(Host& host, QString job, std::stop_token stop);

}  // namespace trainyard
