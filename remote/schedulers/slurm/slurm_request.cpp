// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_request.h"

#include "engine/contract/experiment/experiment.h"
#include "remote/values/text.h"

namespace trainyard {

GpuOption gpuOption(const ResourcesSection& resources, const SiteProfile& site) {
  using Request = SiteProfile::GpuRequest;
  QString type = resources.gpu_type ? text(*resources.gpu_type) : QString();
  const SitePartition* partition =
      resources.partition ? site.partition(text(*resources.partition)) : nullptr;
  if (type.isEmpty() && site.namesGpuType && partition) type = partition->gpuType;
  if (!type.isEmpty()) type += QLatin1Char(':');
  const QString each = type + QString::number(resources.gpus_per_node);
  if (site.gpuRequest == Request::gres) return {"gres", QStringLiteral("gpu:") + each};
  // --gpus counts those on all nodes, and Slurm may distribute those of several nodes unevenly.
  if (site.gpuRequest == Request::gpus && resources.nodes == 1) return {"gpus", each};
  return {"gpus-per-node", each};
}

QString outputName(const QString& pattern, const Experiment& experiment) {
  QString word;
  for (qsizetype i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != QLatin1Char('%') || i + 1 == pattern.size()) {
      word += pattern[i];
      continue;
    }
    switch (pattern[++i].unicode()) {
      case 'j':
        word += QStringLiteral("\"$SLURM_JOB_ID\"");
        break;
      case 'A':
        word += QStringLiteral("\"${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}\"");
        break;
      case 'a':
        word += QStringLiteral("\"${SLURM_ARRAY_TASK_ID:-0}\"");
        break;
      case 'N':
        word += QStringLiteral("\"$SLURMD_NODENAME\"");
        break;
      case 'u':
        word += QStringLiteral("\"$USER\"");
        break;
      case 'x':
        word += text(experiment.name);  // letters, digits and _ . -
        break;
      default:
        word += pattern[i];
    }
  }
  return word;
}

}  // namespace trainyard
