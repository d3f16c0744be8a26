// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/interactive_step.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "remote/submit/on_site.h"

namespace trainyard {

std::optional<CommandLine> interactiveStep(const SchedulerKind& kind,
                                           const StepResources& resources, const SiteProfile& site,
                                           StepStreams streams, const CommandLine& command) {
  if (&kind != &slurmKind()) return std::nullopt;
  CommandLine step{QStringLiteral("srun"), {}};
  const auto add = [&](const char* option, const QString& value) {
    step.arguments << QStringLiteral("--%1=%2").arg(QLatin1String(option), value);
  };
  // Without --unbuffered srun waits for line breaks.
  step.arguments << (streams == StepStreams::terminal ? QStringLiteral("--pty")
                                                      : QStringLiteral("--unbuffered"));
  const int nodes = std::max(resources.nodes, 1);
  add("nodes", QString::number(nodes));
  add("ntasks-per-node", QStringLiteral("1"));
  if (resources.cpus > 0) add("cpus-per-task", QString::number(resources.cpus));
  if (resources.gpus > 0) {
    ResourcesSection asked;
    asked.nodes = nodes;
    asked.gpus_per_node = resources.gpus;
    if (!resources.partition.isEmpty()) asked.partition = resources.partition.toStdString();
    const GpuText gpus = gpuWords(asked, site);
    add(gpus.option, gpus.value);
  }
  if (!resources.timeLimit.isEmpty()) add("time", resources.timeLimit);
  if (!resources.partition.isEmpty()) add("partition", resources.partition);
  if (!resources.account.isEmpty()) add("account", resources.account);
  step.arguments << command.program << command.arguments;
  return step;
}

}  // namespace trainyard
