// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned about a cluster with Slurm: at login with one command, and with a one-minute job
// on a node.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

bool isSlurmThere(const LoginAnswers& answers);
// Adds what Slurm says; everything except `canForward` and `node`. Errors: "scheduler.silent" (the
// commands exist but do not answer), "host.slurm_silent".
Result<TargetFacts> learnSlurm(const LoginAnswers& answers, TargetFacts facts);

// Runs a job of about a minute in the default partition, with a GPU if it has any, and returns the
// facts including what it found: `node`, and whether requeues are allowed. Waits in the queue until
// stopped; then the job is cancelled. Where a job must name its account, it is the user's first.
// Leaves nothing behind. Errors: those of the host and the scheduler; "target.base_unseen" if the
// node does not see the base.
QCoro::Task<Result<TargetFacts>> checkSlurmJob(Host& host, Scheduler& scheduler, TargetFacts facts,
                                               QString base, std::stop_token stop);

}  // namespace trainyard
