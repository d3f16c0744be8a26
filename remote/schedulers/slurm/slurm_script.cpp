// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_script.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/script/sbatch_directives.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/slurm/slurm_request.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

qint64 secondsOfWarning(const Experiment& experiment) {
  return warning_seconds(experiment.restart.signal_before_end_seconds,
                         experiment.resources.time_limit);
}

// Links in the run folder with the site's names for the job's output; they are not essential.
QStringList outputLinks(const Experiment& experiment, const ScriptSite& site) {
  const SiteProfile& profile = site.profile;
  QStringList names;
  for (const QString& pattern :
       {isArrayJob(experiment, site) && !profile.arrayOutput.isEmpty() ? profile.arrayOutput
                                                                       : profile.output,
        profile.error})
    if (!pattern.isEmpty() && !names.contains(outputName(pattern, experiment)))
      names << outputName(pattern, experiment);
  if (names.isEmpty()) return {};
  QStringList lines{
      QString(),
      QStringLiteral("# The output, which goes on in submissions/, by the site's names."),
      QStringLiteral("output=$(readlink \"/proc/$$/fd/1\" || true)")};
  for (const QString& name : names)
    lines << QStringLiteral(
                 "if [[ -f $output ]]; then mkdir -p \"$(dirname \"$run_dir/\"%1)\" && ln -sfn "
                 "\"$output\" \"$run_dir/\"%1; fi || true")
                 .arg(name);
  return lines;
}

}  // namespace

QStringList slurmDirectives(const Experiment& experiment, const ScriptSite& site) {
  const ResourcesSection& resources = experiment.resources;
  QStringList lines;
  const auto addText = [&](const char* option, const std::optional<std::string>& value) {
    if (value) lines << text("#SBATCH " + written_directive({option, value}));
  };
  const auto add = [&](const char* option, const QString& value) {
    addText(option, value.toStdString());
  };
  add("nodes", QString::number(resources.nodes));
  add("ntasks-per-node", QStringLiteral("1"));  // the agent, which starts the processes
  if (resources.cpus_per_process)
    add("cpus-per-task",
        QString::number(processes_per_node(experiment) * *resources.cpus_per_process));
  if (resources.uses_gpus()) {
    const GpuOption gpus = gpuOption(resources, site.profile);
    add(gpus.option, gpus.value);
  }
  if (resources.memory_gib_per_node) addText("mem", memory_word(*resources.memory_gib_per_node));
  addText("time", resources.time_limit);
  addText("partition", resources.partition);
  addText("account", resources.account);
  addText("qos", resources.qos);
  addText("reservation", resources.reservation);
  if (isArrayJob(experiment, site)) addText("array", resources.array);
  addText("dependency", resources.dependency);
  if (const auto warning = secondsOfWarning(experiment); warning > 0)
    add("signal", QStringLiteral("B:USR1@%1").arg(warning));
  lines << (afterPreemption(experiment, site) == GoesOn::byScheduler
                ? QStringLiteral("#SBATCH --requeue")
                : QStringLiteral("#SBATCH --no-requeue"));
  add("open-mode", QStringLiteral("append"));
  for (const std::string& directive : resources.extra_directives)
    lines << text("#SBATCH " + written_directive(option_of_directive(directive)));
  return lines;
}

QStringList slurmBeginning(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines{
      QStringLiteral("# Usage: sbatch [OPTION...] job.sh RUN_FOLDER"), QStringLiteral("#"),
      QStringLiteral(
          "# What the experiment asks of Slurm, for each node one task, which is the agent:")};
  return lines << slurmDirectives(experiment, site) << QString();
}

QStringList taskPlace() {
  return {QStringLiteral("# Each task of the array is a run of its own."),
          QStringLiteral("run_dir=$run_dir/tasks/$SLURM_ARRAY_TASK_ID")};
}

QString taskWord() { return QStringLiteral("--array-index \"$SLURM_ARRAY_TASK_ID\""); }

QStringList taskVariables(const Experiment& experiment, int index) {
  const auto all = array_indices(experiment.resources.array.value_or(std::string()))
                       .value_or(std::vector{std::int64_t{index}});
  const auto [first, last] = std::minmax_element(all.begin(), all.end());
  return {
      QString(), QStringLiteral("# As in the array of which this was a task."),
      QStringLiteral("export SLURM_ARRAY_TASK_ID=%1 SLURM_ARRAY_JOB_ID=$SLURM_JOB_ID").arg(index),
      QStringLiteral("export SLURM_ARRAY_TASK_COUNT=%1 SLURM_ARRAY_TASK_MIN=%2 "
                     "SLURM_ARRAY_TASK_MAX=%3")
          .arg(all.size())
          .arg(*first)
          .arg(*last)};
}

QStringList slurmPlace(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines;
  if (isArrayJob(experiment, site)) lines << taskPlace();
  if (site.arrayIndex) lines << taskVariables(experiment, *site.arrayIndex);
  return lines
         << QString()
         << QStringLiteral("# This node's address, for the other nodes and for the live stream.")
         << QStringLiteral(
                "address=$(scontrol show node \"$SLURMD_NODENAME\" 2>/dev/null | sed -n "
                "'s/.*NodeAddr=\\([^ ]*\\).*/\\1/p' || true)")
         << nodeAddressLines() << QString()
         << QStringLiteral("# When Slurm will end the job; nothing where there is no limit.")
         << QStringLiteral("end_time=()")
         << QStringLiteral(
                "end=$(squeue -h -j "
                "\"${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_"
                "ID}"
                "\" -o %e 2>/dev/null || true)")
         << QStringLiteral(
                "if [[ $end == 20*T* ]] && end=$(date -d \"$end\" +%s 2>/dev/null); then "
                "end_time=(--end-time \"$end\"); fi");
}

QStringList slurmFacts(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines = slurmPlace(experiment, site);
  lines << QString()
        << QStringLiteral(
               "# A session that Slurm gave no environment has these without handing them on.")
        << QStringLiteral("export PATH SLURM_EXPORT_ENV=ALL") << QString()
        << QStringLiteral("# How long after it asks Slurm kills; a stop must take less.")
        << QStringLiteral(
               "kill_wait=$(scontrol show config 2>/dev/null | sed -n 's/^KillWait *= "
               "*\\([0-9]*\\).*/\\1/p' || true)")
        << QStringLiteral("kill_wait=${kill_wait:-30}");
  lines << outputLinks(experiment, site);
  if (!experiment.resources.cpus_per_process)
    lines << QString() << QStringLiteral("# Processors of the node that has the fewest.")
          << QStringLiteral(
                 "cpus=$(tr , '\\n' <<<\"$SLURM_JOB_CPUS_PER_NODE\" | sed 's/(.*//' | sort -n | "
                 "head -n 1)");
  return lines;
}

QStringList slurmAgentWords(const Experiment& experiment, const ScriptSite& site) {
  const ResourcesSection& resources = experiment.resources;
  QStringList words{QStringLiteral("--scheduler slurm"),
                    QStringLiteral("--nodes %1").arg(resources.nodes),
                    QStringLiteral("--node-name \"$SLURMD_NODENAME\""),
                    QStringLiteral("--address \"$address\""),
                    isArrayJob(experiment, site)
                        ? QStringLiteral("--job-id \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"")
                        : QStringLiteral("--job-id \"$SLURM_JOB_ID\""),
                    QStringLiteral("\"${end_time[@]}\"")};
  if (const auto warning = secondsOfWarning(experiment); warning > 0)
    words << QStringLiteral("--signal-before-end-seconds %1").arg(warning);
  words << (resources.cpus_per_process
                ? QStringLiteral("--cpus-per-node %1")
                      .arg(processes_per_node(experiment) * *resources.cpus_per_process)
                : QStringLiteral("--cpus-per-node \"$cpus\""));
  if (resources.uses_gpus())
    words << QStringLiteral("--gpus-per-node %1").arg(resources.gpus_per_node);
  words << QStringLiteral(
      "--kill-wait-seconds $((kill_wait > 6 ? kill_wait - 3 : kill_wait / 2 + 1))");
  if (isArrayJob(experiment, site)) words << taskWord();
  // Slurm eventually notices a lost node; the agent, which notices immediately, must not end the
  // job permanently.
  if (afterTimeLimit(experiment, site) == GoesOn::byScheduler)
    words << QStringLiteral("--requeue on-time-limit,on-node-loss");
  else if (afterPreemption(experiment, site) == GoesOn::byScheduler)
    words << QStringLiteral("--requeue on-node-loss");
  if (afterTimeLimit(experiment, site) == GoesOn::byScheduler ||
      afterPreemption(experiment, site) == GoesOn::byScheduler)
    words
        << QStringLiteral("--max-without-progress %1").arg(experiment.restart.max_without_progress);
  if (experiment.environment.container)
    words << QStringLiteral("\"${container[@]/#/--node-command=}\"");
  return words;
}

}  // namespace trainyard
