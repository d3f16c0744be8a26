// SPDX-License-Identifier: GPL-3.0-or-later
// What a run used of its nodes, from the samples of its agents: of the node that used the most.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"
#include "remote/store/store_connection.h"

namespace trainyard {

struct GpuUsage {
  int seen = 0;  // devices of the node
  int busy = 0;  // those that computed anything, or held more than an idle one does
  double ratio = 0, memoryGib = 0, totalGib = 0;  // mean of the busy ones; at most
};

struct RunUsage {
  std::optional<double> memoryGib;  // at most
  std::optional<double> cpuRatio;   // of the cores that it may use, in its busiest hour
  std::optional<GpuUsage> gpus;     // nothing: no device was seen
};

// Errors: those of RunStore. Bound to the thread that created it.
class UsageReader {
 public:
  explicit UsageReader(const QString& path) : m_connection(path) {}

  Result<RunUsage> usage(const QString& run);

 private:
  StoreConnection m_connection;
};

}  // namespace trainyard
