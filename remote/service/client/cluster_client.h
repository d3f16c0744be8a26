// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the service about clusters as a whole. Errors: those of ServiceClient; "cluster.none" of
// a target without a queue; "cluster.not_seen" where nothing is known and nobody may be asked.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/client/client.h"
#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

// At most 30 s old where the cluster may be asked; without its jobs.
QCoro::Task<Result<ClusterState>> clusterState(ServiceClient& client, QString target, LookWhen when,
                                               std::stop_token stop = {});
QCoro::Task<Result<QueueAnswer>> clusterQueue(ServiceClient& client, QString target, LookWhen when,
                                              std::stop_token stop = {});
// Ends a job of the person's own that is no run's. Errors: "queue.no_job", "queue.not_mine",
// "queue.is_run".
QCoro::Task<Result<void>> cancelQueuedJob(ServiceClient& client, QString target, QString job,
                                          std::stop_token stop = {});

}  // namespace trainyard
