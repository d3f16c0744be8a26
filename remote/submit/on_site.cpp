// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/on_site.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString optionOf(const QString& directive) { return directive.section(QLatin1Char('='), 0, 0); }

bool hasOption(const TextList& directives, const QString& option) {
  return std::any_of(directives.begin(), directives.end(),
                     [&](const std::string& own) { return optionOf(text(own)) == option; });
}

}  // namespace

SiteProfile asProbed(SiteProfile site, const TargetFacts& facts) {
  for (SitePartition& partition : site.partitions) {
    const auto found =
        std::find_if(facts.partitions.begin(), facts.partitions.end(),
                     [&](const PartitionFacts& probed) { return probed.name == partition.name; });
    if (found == facts.partitions.end()) continue;
    if (found->nodes > 0) partition.nodes.reset();
    if (found->processorsPerNode > 0) partition.cores.reset();
    if (found->memoryMibPerNode > 0) partition.memoryGib.reset();
    if (found->maxSeconds) partition.timeLimit.clear();
    partition.gpus.reset();
    const bool hasType =
        std::any_of(found->gpus.begin(), found->gpus.end(),
                    [&](const GpuKind& kind) { return kind.type == partition.gpuType; });
    if (!hasType) partition.gpuType.clear();
  }
  return site;
}

Experiment onSite(Experiment experiment, const SiteProfile& site) {
  if (experiment.workload == Workload::script)
    return experiment;  // the script specifies all of
                        // that itself
  TextList& directives = experiment.resources.extra_directives;
  for (const QString& directive : site.directives)
    if (!hasOption(directives, optionOf(directive))) directives.push_back(directive.toStdString());
  EnvironmentSection& environment = experiment.environment;
  const bool needsModules =
      experiment.workload == Workload::command || environment.container.has_value();
  if (environment.modules.empty() && needsModules)
    for (const QString& module : site.modules) environment.modules.push_back(module.toStdString());
  return experiment;
}

}  // namespace trainyard
