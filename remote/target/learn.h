// SPDX-License-Identifier: GPL-3.0-or-later
// Learns about a cluster: at login with one command, and with a one-minute job on a node.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/describe/diagnostic.h"
#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// Everything except `canForward` and `node`. `base` may not exist yet; empty: it is not checked.
// Errors: those of the host; "host.no_slurm", "host.no_rsync", "scheduler.silent" (the commands
// exist but do not answer).
QCoro::Task<Result<TargetFacts>> learnTarget(Host& host, QString base, std::stop_token stop);

// Candidate folders of the user for the base: scratch, work, project, home, as far as they exist.
// Best first.
struct BaseOffer {
  QString path, label;               // "scratch", "work", "project", "home"
  std::optional<qint64> freeBytes;   // free space: of the disk or of the quota, whichever is less
  std::optional<qint64> quotaBytes;  // the limit
  bool isWritable = false;
};
QCoro::Task<Result<QList<BaseOffer>>> offerBases(Host& host, std::stop_token stop);

// Findings about the target for somebody who wants to use it: good and bad, each with a sentence.
// Pure.
std::vector<Diagnostic> findingsOf(const TargetFacts& facts);

// Runs a job of about a minute in the default partition, with a GPU if it has any, and returns the
// facts including what it found: `node`, and whether requeues are allowed. Waits in the queue until
// stopped; then the job is cancelled. Where a job must name its account, it is the user's first.
// Leaves nothing behind. Errors: those of the host and the scheduler; "target.base_unseen" if the
// node does not see the base.
QCoro::Task<Result<TargetFacts>> checkJob(Host& host, Scheduler& scheduler, TargetFacts facts,
                                          QString base, std::stop_token stop);

}  // namespace trainyard
