// SPDX-License-Identifier: GPL-3.0-or-later
// What can be found out about a cluster: at login with one command, and by a one-minute job on a
// node.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/diagnostic.h"
#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/schedulers/target_facts.h"

namespace trainyard {

// All but `canForward` and `node`. `base` may not exist yet; empty: nothing is said of it. Errors:
// the host's; "host.no_slurm", "host.no_rsync", "scheduler.silent" (the commands are there and
// nobody answers).
QCoro::Task<Result<TargetFacts>> learnTarget(Host& host, QString base, std::stop_token stop);

// Folders of the person that could be the base: scratch, work, project, home, as far as they exist.
// Best first.
struct BaseOffer {
  QString path, label;  // "scratch", "work", "project", "home"
  std::optional<qint64>
      freeBytes;  // what may still be written: of the disk or of the quota, whichever is less
  std::optional<qint64> quotaBytes;  // the limit
  bool isWritable = false;
};
QCoro::Task<Result<QList<BaseOffer>>> offerBases(Host& host, std::stop_token stop);

// What the facts mean for somebody who wants to use the target: good and bad, each with a sentence.
// Pure.
std::vector<Diagnostic> findingsOf(const TargetFacts& facts);

// Runs a job of about a minute in the partition that is the default, with a GPU where it has any,
// and gives the facts with what it saw: `node`, and whether requeues are allowed. Waits for its
// turn until stopped; then the job is cancelled. Nothing of it stays. Errors: the host's and the
// scheduler's; "target.base_unseen" when the node does not see the base.
QCoro::Task<Result<TargetFacts>> checkJob(Host& host, Scheduler& scheduler, TargetFacts facts,
                                          QString base, std::stop_token stop);

}  // namespace trainyard
