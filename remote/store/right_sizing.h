// SPDX-License-Identifier: GPL-3.0-or-later
// What a run requested and what it used, and what the next one should request.
#pragma once

#include <optional>

#include <QList>
#include <QString>

#include "remote/store/run_usage.h"
#include "remote/store/setting_changes.h"

namespace trainyard {

// Of each node; nothing: it was left to the target.
struct Requested {
  std::optional<double> memoryGib{};
  std::optional<int> coresPerProcess{};
  int processes = 1;  // of the node
  int gpus = 0;
  std::optional<double> seconds{};  // the time limit
};

// On the node that used the most; nothing: unknown.
struct Used {
  bool isCompleted = false;
  double seconds = 0;  // from its first start to its end
  // Of its only job; of several, each had the time limit for itself.
  std::optional<double> jobSeconds{};
  std::optional<double> memoryGib{};
  std::optional<double> cores{};
  std::optional<GpuUsage> gpus{};
};

enum class Resource { memory, cores, gpus, time };

// In GiB, cores of a process, GPUs, or seconds.
struct ResourceUse {
  Resource resource = Resource::memory;
  double used = 0;
  std::optional<double> requested{}, suggested{};  // nothing suggested: what was requested is right
};

struct RightSizing {
  QList<ResourceUse> uses;  // empty: the run says nothing of what it needs
  std::optional<GpuUsage> gpus;

  // The suggestions as settings.
  QList<HelpfulChange> changes() const;
};

// What is suggested is what was used with a quarter more for time and cores, a fifth more for
// memory, rounded up by at most a twentieth, and at least 1 GiB, 10 minutes, a core for each
// process, or two if it has a GPU: one that feeds it, one that prepares data. Less is suggested if
// it saves a fifth; more memory or time if less than a tenth was left.
//
// Only a completed run of at least two minutes says what it needs. A GPU is too much if it was idle
// all the time, and that is only known where the run saw its own GPUs and no others.
RightSizing rightSize(const Requested& requested, const Used& used);

Requested requestedBy(const SettingValues& settings);
// What a share of the cores is worth is only known on a cluster, for a run that requested them.
Used usedBy(const RunRecord& run, const RunUsage& usage, const Requested& requested);

class RunStore;
// Of a run in the store. Errors: those of RunStore.
Result<RightSizing> sizingOf(RunStore& store, const RunRecord& run);

}  // namespace trainyard
