// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster has free of the GPUs that somebody waits for. Pure.
#pragma once

#include <QString>

#include "remote/schedulers/cluster_state.h"

namespace trainyard {

struct GpuWish {
  int count = 1;                // at once, in one partition
  QString type{}, partition{};  // empty: any
};

struct AvailableGpus {
  QString partition, type;  // of the partition that has the most of them free
  int free = 0, total = 0;
  int maxOnANode = 0;
  int mostTotal = 0;  // that any of the partitions has, free or not
};

// Of partitions that are down nothing counts.
AvailableGpus availableGpusIn(const ClusterState& state, const GpuWish& wish);

}  // namespace trainyard
