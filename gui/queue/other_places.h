// SPDX-License-Identifier: GPL-3.0-or-later
// Where else a waiting job would fit, by what was last heard of the clusters: nobody is asked.
// Pure.
#pragma once

#include <QList>
#include <QString>

#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

struct OtherPlace {
  QString target, partition;
  int freeGpus = 0, gpus = 0;    // of the partition
  int idleNodes = 0, nodes = 0;  // the same of nodes, for a job without GPUs
  bool fitsNow = false;          // enough is free for it
};

// Partitions of a cluster that have what the job requests and allow its time limit, but those that
// it waits in. The state is that of `target`.
QList<OtherPlace> placesOn(const QString& target, const ClusterState& state, const QueuedJob& job,
                           bool isItsCluster);

}  // namespace trainyard
