// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm cluster as it is at this moment: all that is asked of it, in one command on its login
// node.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/cluster_state.h"
#include "remote/schedulers/scheduler.h"

namespace trainyard {

// `facts`: of its login; without accounting, or for Look::use, nobody is asked about accounts and
// classes, and those of the facts are given. What is not answered is named in `silent`. Errors: the
// host's; "cluster.no_answer" when Slurm says nothing at all.
QCoro::Task<Result<ClusterState>> lookAtSlurm(Host& host, TargetFacts facts, Look look,
                                              std::stop_token stop);

// Ends a job of the person's own, of this name. One that is gone is no error.
QCoro::Task<Result<void>> cancelOnSlurm(Host& host, TargetFacts facts, QString job, QString name,
                                        std::stop_token stop);

}  // namespace trainyard
