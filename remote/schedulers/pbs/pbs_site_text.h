// SPDX-License-Identifier: GPL-3.0-or-later
// Queues and nodes as qstat -Q and pbsnodes print them with -F json. Untrusted: what is damaged is
// left out.
#pragma once

#include <QJsonObject>
#include <QList>

#include "remote/schedulers/cluster_state.h"

namespace trainyard {

struct PbsNode {
  QString name, queue, comment;  // queue: the only one that uses it; empty: any
  QStringList states, queues;    // queues: those of resources_available.Qlist
  int processors = 0, usedProcessors = 0, gpus = 0, usedGpus = 0;
  QString gpuType;
  qint64 memoryMib = 0;

  bool takesJobs() const;
};

QList<PbsNode> pbsNodesFrom(const QJsonObject& printed);
// The execution queues, with what the nodes that they use have.
QList<PartitionFacts> pbsQueuesFrom(const QJsonObject& printed, const QString& defaultQueue,
                                    const QList<PbsNode>& nodes);
// Adds the nodes to the counts of the whole and of the queues that use them.
void addUse(const QList<PbsNode>& nodes, ClusterState& state);

}  // namespace trainyard
