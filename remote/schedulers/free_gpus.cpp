// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/free_gpus.h"

#include <algorithm>

namespace trainyard {
namespace {

bool takesPart(const PartitionState& partition, const GpuWish& wish) {
  return (wish.partition.isEmpty() || partition.limits.name == wish.partition) &&
         partition.limits.state.compare(QLatin1String("down"), Qt::CaseInsensitive) != 0;
}

}  // namespace

AvailableGpus availableGpusIn(const ClusterState& state, const GpuWish& wish) {
  AvailableGpus best;
  for (const PartitionState& partition : state.partitions) {
    if (!takesPart(partition, wish)) continue;
    for (const GpuCount& gpus : partition.gpus) {
      if (!wish.type.isEmpty() && gpus.type.compare(wish.type, Qt::CaseInsensitive) != 0) continue;
      best.mostTotal = std::max(best.mostTotal, gpus.total);
      if (!best.partition.isEmpty() && gpus.free <= best.free) continue;
      best.partition = partition.limits.name;
      best.type = gpus.type;
      best.free = gpus.free;
      best.total = gpus.total;
      best.maxOnANode = gpus.maxOnANode;
    }
  }
  return best;
}

}  // namespace trainyard
