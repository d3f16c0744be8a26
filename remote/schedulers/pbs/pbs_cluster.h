// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster with PBS is: learned at a login, and its state now; and jobs of the user that do
// not belong to a run.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/scheduler.h"

namespace trainyard {

bool isPbsThere(const LoginAnswers& answers);
// Adds what PBS says; everything except `canForward` and `node`. Error: "scheduler.silent".
Result<TargetFacts> learnPbs(const LoginAnswers& answers, TargetFacts facts);

// Like Scheduler::check.
std::vector<Diagnostic> checkOnPbs(const Experiment& experiment, const TargetFacts& facts);

// Like Scheduler::look. Errors: those of the host, "cluster.no_answer".
QCoro::Task<Result<ClusterState>> probePbs(Host& host, std::stop_token stop);

// The job of that id, or number. Errors: those of the host, "cluster.no_answer", "queue.no_job".
QCoro::Task<Result<QueuedFiles>> filesOnPbs(Host& host, QString job, std::stop_token stop);
QCoro::Task<Result<QString>> nameOnPbs(Host& host, QString job, std::stop_token stop);

}  // namespace trainyard
