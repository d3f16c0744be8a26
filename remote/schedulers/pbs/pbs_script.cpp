// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_script.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/pbs/pbs_commands.h"
#include "remote/schedulers/pbs/pbs_lines.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// Its server kills ten seconds after it asks, unless the site says otherwise.
constexpr int killWaitSeconds = 7;

QStringList jobAndTask(const Experiment& experiment, const ScriptSite& site) {
  QStringList words{QStringLiteral("--scheduler pbs"), QStringLiteral("--address \"$address\""),
                    QStringLiteral("--job-id \"$PBS_JOBID\""),
                    QStringLiteral("\"${end_time[@]}\"")};
  if (isArrayJob(experiment, site)) words << QStringLiteral("--array-index \"$PBS_ARRAY_INDEX\"");
  return words;
}

}  // namespace

QStringList pbsDirectives(const Experiment& experiment, const ScriptSite& site) {
  const ResourcesSection& resources = experiment.resources;
  QStringList lines{QStringLiteral("#PBS -S /bin/bash")};
  lines << pbsSizeLines(experiment) << pbsPlaceLines(resources);
  // Its tasks may be started again by themselves: PBS takes no others.
  lines << QStringLiteral("#PBS -r ") + QLatin1Char(isArrayJob(experiment, site) ? 'y' : 'n');
  for (const std::string& directive : resources.extra_directives)
    lines << text("#PBS " + directive);
  return lines;
}

QStringList pbsBeginning(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines{QStringLiteral("# Usage: qsub job.sh, in the run folder"), QStringLiteral("#"),
                    QStringLiteral("# What the experiment asks of PBS, for each node one chunk, in "
                                   "which the agent starts the processes:")};
  return lines << pbsDirectives(experiment, site) << QString()
               << QStringLiteral("cd -- \"${PBS_O_WORKDIR:-.}\"");
}

QStringList pbsFacts(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines{
      QString(), QStringLiteral("# Its output as it comes; PBS hands it over at the end only."),
      QStringLiteral("if [[ -n ${TRAINYARD_TOKEN:-} ]]; then"),
      QStringLiteral(
          "  exec >>\"$run_dir/submissions/${TRAINYARD_TOKEN##*.}/output-$PBS_JOBID.log\" "
          "2>&1"),
      QStringLiteral("fi")};
  if (isArrayJob(experiment, site))
    lines << QStringLiteral("# Each task of the array is a run of its own.")
          << QStringLiteral("run_dir=$run_dir/tasks/$PBS_ARRAY_INDEX");
  return lines << QString() << QStringLiteral("# PBS's own programs.") << QLatin1String(pathWithPbs)
               << QStringLiteral("export PATH") << QString()
               << QStringLiteral(
                      "# This node's address, for the other nodes and for the live stream.")
               << QStringLiteral("address=") << nodeAddressLines() << QString()
               << QStringLiteral("# When PBS will end the job; nothing where there is no limit.")
               << QStringLiteral("end_time=()")
               << QStringLiteral(
                      "walltime=$(qstat -f \"$PBS_JOBID\" 2>/dev/null | sed -n 's/^ "
                      "*Resource_List\\.walltime = //p' || true)")
               << QStringLiteral("if [[ $walltime =~ ^([0-9]+):([0-9]+):([0-9]+)$ ]]; then")
               << QStringLiteral(
                      "  end_time=(--end-time \"$(($(date +%s) + 10#${BASH_REMATCH[1]} * 3600 + "
                      "10#${BASH_REMATCH[2]} * 60 + 10#${BASH_REMATCH[3]}))\")")
               << QStringLiteral("fi");
}

QStringList pbsAgentWords(const Experiment& experiment, const ScriptSite& site) {
  const ResourcesSection& resources = experiment.resources;
  QStringList words = jobAndTask(experiment, site);
  words << QStringLiteral("--nodes %1").arg(resources.nodes);
  if (const auto warning =
          warning_seconds(experiment.restart.signal_before_end_seconds, resources.time_limit);
      warning > 0)
    words << QStringLiteral("--signal-before-end-seconds %1").arg(warning);
  if (resources.uses_gpus())
    words << QStringLiteral("--gpus-per-node %1").arg(resources.gpus_per_node);
  words << QStringLiteral("--kill-wait-seconds %1").arg(killWaitSeconds);
  if (experiment.environment.container)
    words << QStringLiteral("\"${container[@]/#/--node-command=}\"");
  return words;
}

QStringList pbsJobScriptBeginning(const Experiment& experiment, const ScriptSite&) {
  QStringList lines{
      QStringLiteral("# Usage: qsub job.sh, in the run folder"), QStringLiteral("#"),
      QStringLiteral("# What %1 asks of PBS, line by line:").arg(text(experiment.script.file))};
  return lines << pbsScriptLines(experiment) << QString()
               << QStringLiteral("cd -- \"${PBS_O_WORKDIR:-.}\"");
}

QStringList pbsJobScriptFacts(const Experiment& experiment, const ScriptSite& site) {
  return pbsFacts(experiment, site)
         << QString() << QStringLiteral("# Where the job starts, and what it is called without us.")
         << QStringLiteral("export PBS_O_WORKDIR=$run_dir%1").arg(QLatin1String(kWorkFolder))
         << QStringLiteral("export PBS_JOBNAME=%1").arg(quoteForShell(pbsScriptName(experiment)))
         << QStringLiteral("unset TRAINYARD_TOKEN") << QStringLiteral("cd");
}

QStringList pbsJobScriptAgentWords(const Experiment& experiment, const ScriptSite& site) {
  return jobAndTask(experiment, site)
         << QStringLiteral("--signal-before-end-seconds 0")
         << QStringLiteral("--stop-grace-seconds %1").arg(killWaitSeconds)
         << QStringLiteral("--output-file ") + pbsOutputFile(experiment);
}

}  // namespace trainyard
