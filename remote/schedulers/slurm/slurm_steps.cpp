// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_steps.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "remote/schedulers/slurm/slurm_request.h"
#include "remote/schedulers/slurm/slurm_states.h"

namespace trainyard {

CommandLine slurmStep(const QString& job, const QString& node) {
  // --overlap requires 20.11; without --unbuffered srun waits for line breaks.
  return CommandLine{
      QStringLiteral("srun"),
      {QStringLiteral("--jobid=") + job, QStringLiteral("--overlap"), QStringLiteral("--nodes=1"),
       QStringLiteral("--ntasks=1"), QStringLiteral("--nodelist=") + node,
       QStringLiteral("--unbuffered"), QStringLiteral("--quiet")}};
}

CommandLine slurmInteractiveStep(const StepResources& resources, const SiteProfile& site,
                                 StepStreams streams, const CommandLine& command) {
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
    const GpuOption gpus = gpuOption(asked, site);
    add(gpus.option, gpus.value);
  }
  if (!resources.timeLimit.isEmpty()) add("time", resources.timeLimit);
  if (!resources.partition.isEmpty()) add("partition", resources.partition);
  if (!resources.account.isEmpty()) add("account", resources.account);
  step.arguments << command.program << command.arguments;
  return step;
}

CommandLine slurmRelease(const QString& job) {
  return {QStringLiteral("scontrol"), {QStringLiteral("release"), job}};
}

JobRemedy slurmRemedy(const std::string& code, const Map& arguments) {
  if (code == "slurm.state_and_reason") {
    const Map reason = get<Map>(arguments, "reason");
    return slurmRemedy(get<std::string>(reason, "code"), get<Map>(reason, "arguments"));
  }
  const std::string word = get<std::string>(arguments, "word");
  // What an administrator holds, only one releases.
  if (!code.starts_with("slurm.reason.") || word.starts_with("JobHeldAdmin"))
    return JobRemedy::none;
  switch (reasonMeaning(word).group) {
    case ReasonGroup::held:
      return JobRemedy::release;
    case ReasonGroup::never:
      return JobRemedy::cancel;
    default:
      return JobRemedy::none;
  }
}

}  // namespace trainyard
