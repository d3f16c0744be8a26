// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/other_places.h"

#include <algorithm>

namespace trainyard {

QList<OtherPlace> placesOn(const QString& target, const ClusterState& state, const QueuedJob& job,
                           bool isItsCluster) {
  const int nodes = std::max(1, job.nodeCount), each = (job.gpus + nodes - 1) / nodes;
  QList<OtherPlace> found;
  for (const PartitionState& partition : state.partitions) {
    const PartitionFacts& limits = partition.limits;
    if (isItsCluster && job.partitions.contains(limits.name)) continue;
    if (!limits.state.isEmpty() && limits.state != QLatin1String("UP")) continue;
    if (limits.maxNodes && *limits.maxNodes < nodes) continue;
    if (limits.maxSeconds && (!job.limitSeconds || *job.limitSeconds > *limits.maxSeconds))
      continue;
    int able = partition.nodes.total() - partition.nodes.down;
    if (each > 0) {
      able = 0;
      for (const GpuKind& kind : limits.gpus)
        if (kind.perNode >= each) able += kind.nodes;
    }
    if (able < nodes) continue;
    OtherPlace place{target, limits.name, 0, 0, partition.nodes.idle, partition.nodes.total(),
                     false};
    int onANode = 0;
    for (const GpuCount& gpus : partition.gpus) {
      place.freeGpus += gpus.free;
      place.gpus += gpus.total;
      onANode = std::max(onANode, gpus.maxOnANode);
    }
    place.fitsNow = each > 0 && nodes == 1
                        ? onANode >= each
                        : partition.nodes.idle >= nodes && place.freeGpus >= job.gpus;
    found << place;
  }
  return found;
}

}  // namespace trainyard
