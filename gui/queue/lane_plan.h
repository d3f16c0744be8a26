// SPDX-License-Identifier: GPL-3.0-or-later
// Who has which GPUs of which node until when, as bars in lanes of nodes, and when a waiting job
// can start if each job before it runs to its time limit. Pure.
#pragma once

#include <QList>
#include <QString>

#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

struct LaneBar {
  enum class Kind { others, mine, before, expected } kind = Kind::others;
  QString job, user;
  double begin = 0, end = 0;  // Unix seconds; the end is infinite for a job without a limit
  int row = 0, rows = 1;      // of the lane's height
  bool operator==(const LaneBar&) const = default;
};

struct Lane {
  QString node;  // empty: an idle one, whose name the scheduler's answer does not have
  int size = 1;  // GPUs; of a node without any, its jobs
  QList<LaneBar> bars;
};

struct LanePlan {
  QList<Lane> lanes;
  double now = 0, end = 0;  // of the time that is shown
  // Of the chosen job: 0 while it is not known. If each job ran to its limit, and none came before.
  double start = 0;
  QStringList startNodes;
  bool isPlanned = false;   // both are the scheduler's own plan
  QStringList takenBefore;  // nodes that the jobs before it get first
  int omitted = 0;          // nodes of its partitions that have no lane
  bool isComplete = true;   // whether all jobs that run in its partitions are listed
  bool countsGpus = true;
};

// `job`: QueuedJob::id of one of the answer's. Nothing is placed that is not known: a job that
// waits for more than its turn, or beside jobs that are not listed, has a bar only if the scheduler
// named its nodes.
LanePlan lanePlan(const QueueAnswer& queue, const ClusterState& state, const QString& job,
                  double now);

}  // namespace trainyard
