// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/gpu_check.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "remote/values/gpu_names.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr double bytesOfGib = 1024.0 * 1024 * 1024;
// Left to CUDA, its libraries and torch's cache; a plan that needs it may or may not fit.
constexpr double usableShare = 0.92;

const PartitionFacts* partitionFor(const Experiment& experiment, const TargetFacts& facts) {
  const auto& wanted = experiment.resources.partition;
  const auto found = std::find_if(
      facts.partitions.begin(), facts.partitions.end(), [&](const PartitionFacts& partition) {
        return wanted ? partition.name == text(*wanted) : partition.isDefault;
      });
  return found == facts.partitions.end() ? nullptr : &*found;
}

std::string gibibytes(double bytes) {
  return QString::number(bytes / bytesOfGib, 'f', bytes < 100 * bytesOfGib ? 1 : 0).toStdString();
}

Diagnostic memoryFinding(const TrainingPlan& plan, double needed, double there) {
  const bool isTooMuch = needed > there;
  Map arguments{
      {"needed", gibibytes(needed)}, {"there", gibibytes(there)}, {"per_device", plan.per_device}};
  return make_diagnostic(isTooMuch ? Severity::error : Severity::warning,
                         isTooMuch ? "rehearsal.gpu_memory" : "rehearsal.gpu_memory_scarce",
                         "batch.per_device", std::move(arguments));
}

}  // namespace

QStringList gpusFor(const Experiment& experiment, const TargetFacts& facts) {
  QStringList types;
  if (experiment.resources.gpu_type)
    types << text(*experiment.resources.gpu_type);
  else if (const PartitionFacts* partition = partitionFor(experiment, facts))
    for (const GpuKind& kind : partition->gpus)
      if (!kind.type.isEmpty()) types << kind.type;
  if (types.isEmpty()) return facts.node.gpus;
  QStringList names;
  for (const QString& type : types) {
    const QString word = type.section(QLatin1Char('_'), 0, 0);
    QStringList full = facts.node.gpus.filter(word, Qt::CaseInsensitive);
    names << (full.isEmpty() ? QStringList(type) : full);
  }
  names.removeDuplicates();
  return names;
}

std::optional<double> gpuMemoryFor(const Experiment& experiment, const SiteProfile& site,
                                   const TargetFacts& facts) {
  const auto& partition = experiment.resources.partition;
  const SitePartition* known = partition ? site.partition(text(*partition)) : nullptr;
  if (known && known->gpuMemoryGib) return *known->gpuMemoryGib * bytesOfGib;
  std::optional<double> most;
  for (const QString& name : gpusFor(experiment, facts)) {
    const auto bytes = gpuBytes(name);
    if (!bytes) return std::nullopt;  // that one may be large enough
    most = std::max(most.value_or(0), *bytes);
  }
  return most;
}

QString gpuWithoutBf16(const Experiment& experiment, const SiteProfile& site,
                       const TargetFacts& facts) {
  if (!experiment.resources.uses_gpus()) return {};
  const auto& partition = experiment.resources.partition;
  const SitePartition* known = partition ? site.partition(text(*partition)) : nullptr;
  const QStringList gpus = gpusFor(experiment, facts);
  if (known && known->hasBf16)
    return *known->hasBf16 ? QString() : (gpus.isEmpty() ? known->gpuType : gpus.front());
  const bool noneHas = std::all_of(gpus.begin(), gpus.end(), [](const QString& name) {
    return !gpuHasBf16(name).value_or(true);
  });
  return noneHas && !gpus.isEmpty() ? gpus.front() : QString();
}

std::vector<Diagnostic> findingsOnGpus(const Experiment& experiment, const SiteProfile& site,
                                       const TargetFacts& facts, const TrainingPlan& plan) {
  std::vector<Diagnostic> findings;
  if (!experiment.resources.uses_gpus()) return findings;
  const auto there = gpuMemoryFor(experiment, site, facts);
  const PlannedMemory* own = plan.own();
  const double needed = own ? static_cast<double>(own->total()) : 0;
  if (there && needed > *there * usableShare)
    findings.push_back(memoryFinding(plan, needed, *there));
  const auto& partition = experiment.resources.partition;
  const SitePartition* known = partition ? site.partition(text(*partition)) : nullptr;
  const QString gpu = gpuWithoutBf16(experiment, site, facts);
  if (is_bf16(experiment.precision.kind) && !gpu.isEmpty() && !(known && known->hasBf16))
    findings.push_back(make_diagnostic(Severity::error, "rehearsal.bf16", "precision.kind",
                                       {{"gpu", gpu.toStdString()}}));
  return findings;
}

}  // namespace trainyard
