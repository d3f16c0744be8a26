// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/right_sizing.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "engine/contract/experiment/slurm_format.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

constexpr double leastSeconds = 120;  // below, a run mostly starts and ends
constexpr double memoryHeadroom = 1.2, timeHeadroom = 1.25, coreHeadroom = 1.25;
constexpr double worthSaving = 0.8, nearlyAll = 0.9;
constexpr double leastMemoryGib = 1, leastLimitSeconds = 600;

// Up to a multiple of the largest step that is at most a twentieth of it; `steps` descend.
double roundedUp(double value, std::initializer_list<double> steps) {
  double step = *(steps.end() - 1);
  for (const double each : steps)
    if (each <= value / 20) {
      step = each;
      break;
    }
  // What is a multiple but for its last digits stays.
  return std::ceil(value / step - 1e-9) * step;
}

// `needed` includes the headroom.
std::optional<double> suggestionFor(double used, std::optional<double> requested, double needed) {
  if (!requested) return std::nullopt;
  const bool isTooMuch = needed <= worthSaving * *requested;
  const bool isTooLittle = used > nearlyAll * *requested && needed > *requested;
  return isTooMuch || isTooLittle ? std::optional(needed) : std::nullopt;
}

ResourceUse memoryUse(double used, std::optional<double> requested) {
  const double needed = roundedUp(std::max(used * memoryHeadroom, leastMemoryGib),
                                  {32, 16, 8, 4, 2, 1, 0.5, 0.25, 0.1, 0.05});
  return {Resource::memory, used, requested, suggestionFor(used, requested, needed)};
}

ResourceUse timeUse(double used, std::optional<double> requested) {
  const double needed = roundedUp(std::max(used * timeHeadroom, leastLimitSeconds),
                                  {14400, 3600, 1800, 900, 600, 300, 120, 60, 30});
  return {Resource::time, used, requested, suggestionFor(used, requested, needed)};
}

// Programs start as many threads as there are cores: that all of them were busy is no need of more.
ResourceUse coreUse(double used, int requested, bool hasGpu) {
  const double least = std::min<double>(requested, hasGpu ? 2 : 1);
  const double needed = std::max(std::ceil(used * coreHeadroom - 1e-9), least);
  ResourceUse use{Resource::cores, used, requested, std::nullopt};
  if (needed <= worthSaving * requested) use.suggested = needed;
  return use;
}

ResourceUse gpuUse(const GpuUsage& used, int requested) {
  ResourceUse use{Resource::gpus, static_cast<double>(used.busy), requested, std::nullopt};
  if (used.busy < requested) use.suggested = used.busy;
  return use;
}

QString pathOf(Resource resource) {
  switch (resource) {
    case Resource::memory:
      return QStringLiteral("resources.memory_gib_per_node");
    case Resource::cores:
      return QStringLiteral("resources.cpus_per_process");
    case Resource::gpus:
      return QStringLiteral("resources.gpus_per_node");
    case Resource::time:
      break;
  }
  return QStringLiteral("resources.time_limit");
}

QString valueText(Resource resource, double value) {
  return resource == Resource::time ? timeLimitText(std::llround(value))
                                    : QString::number(value, 'g', 10);
}

}  // namespace

RightSizing rightSize(const Requested& requested, const Used& used) {
  RightSizing sizing;
  if (!used.isCompleted || used.seconds < leastSeconds) return sizing;
  if (used.memoryGib && *used.memoryGib > 0)
    sizing.uses << memoryUse(*used.memoryGib, requested.memoryGib);
  if (used.cores && requested.coresPerProcess)
    sizing.uses << coreUse(*used.cores / requested.processes, *requested.coresPerProcess,
                           requested.gpus > 0);
  if (used.gpus && requested.gpus > 0 && used.gpus->seen == requested.gpus) {
    sizing.uses << gpuUse(*used.gpus, requested.gpus);
    sizing.gpus = used.gpus;
  }
  if (used.jobSeconds) sizing.uses << timeUse(*used.jobSeconds, requested.seconds);
  return sizing;
}

QList<HelpfulChange> RightSizing::changes() const {
  QList<HelpfulChange> changes;
  for (const ResourceUse& use : uses)
    if (use.requested && use.suggested)
      changes << HelpfulChange{pathOf(use.resource), valueText(use.resource, *use.requested),
                               valueText(use.resource, *use.suggested)};
  return changes;
}

Requested requestedBy(const SettingValues& settings) {
  Requested requested;
  // 0: all the memory of the node, however much that is.
  if (const auto memory = settingNumber(settings, "resources.memory_gib_per_node");
      memory && *memory > 0)
    requested.memoryGib = memory;
  if (const auto cores = settingNumber(settings, "resources.cpus_per_process"))
    requested.coresPerProcess = static_cast<int>(*cores);
  requested.gpus = static_cast<int>(settingNumber(settings, "resources.gpus_per_node").value_or(0));
  requested.processes = static_cast<int>(settingNumber(settings, "resources.processes_per_node")
                                             .value_or(std::max(requested.gpus, 1)));
  const QString limit = settingText(settings, "resources.time_limit");
  if (const auto seconds = time_limit_seconds(limit.toStdString()); seconds && *seconds > 0)
    requested.seconds = static_cast<double>(*seconds);
  return requested;
}

Used usedBy(const RunRecord& run, const RunUsage& usage, const Requested& requested) {
  Used used;
  used.isCompleted = run.state == RunState::completed;
  if (run.started > 0 && run.ended > run.started) used.seconds = run.ended - run.started;
  if (run.attempt == 1 && used.seconds > 0) used.jobSeconds = used.seconds;
  used.memoryGib = usage.memoryGib;
  used.gpus = usage.gpus;
  // A job script may start its steps with cores of their own.
  const bool isOfRequest = run.target != QLatin1String("here") &&
                           run.workload != QLatin1String("script") && requested.coresPerProcess;
  if (usage.cpuRatio && isOfRequest)
    used.cores = *usage.cpuRatio * *requested.coresPerProcess * requested.processes;
  return used;
}

Result<RightSizing> sizingOf(RunStore& store, const RunRecord& run) {
  if (run.state != RunState::completed || run.ended - run.started < leastSeconds)
    return RightSizing{};
  TRY(const auto settings, store.settings(run.run));
  TRY(const auto usage, UsageReader(store.path()).usage(run.run));
  const Requested requested = requestedBy(settings);
  return rightSize(requested, usedBy(run, usage, requested));
}

}  // namespace trainyard
