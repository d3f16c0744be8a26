// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/job_script.h"

#include <QFileInfo>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/script/sbatch_directives.h"
#include "engine/contract/script/script_resources.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/slurm/slurm_request.h"
#include "remote/schedulers/slurm/slurm_script.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

SbatchDirectives directivesOf(const Experiment& experiment) {
  return read_sbatch_directives(experiment.script.directives);
}

std::string valueOf(const SbatchDirectives& directives, std::string_view name) {
  const auto option = last_option(directives, name);
  return option ? option->value.value_or(std::string()) : std::string();
}

// Slurm's name for a job without one.
QString jobName(const Experiment& experiment, const SbatchDirectives& directives) {
  const std::string name = valueOf(directives, "job-name");
  return name.empty() ? QFileInfo(text(experiment.script.file)).fileName() : text(name);
}

QString exported(const char* name, const QString& value) {
  return QStringLiteral("export %1=%2").arg(QLatin1String(name), quoteForShell(value));
}

// A step of a heterogeneous job is named after its component.
QStringList componentNames(const SbatchDirectives& directives, const QString& script) {
  QStringList lines;
  for (int i = 0; i < directives.components && directives.components > 1; ++i) {
    QString name = script;
    for (const SbatchLine& line : directives.lines)
      for (const SbatchOption& option : line.options)
        if (line.component == i && option.name == "job-name" && option.value)
          name = text(*option.value);
    for (const char* group : {"HET", "PACK"})
      lines << exported(QStringLiteral("SLURM_JOB_NAME_%1_GROUP_%2")
                            .arg(QLatin1String(group))
                            .arg(i)
                            .toLatin1()
                            .constData(),
                        name);
  }
  return lines;
}

}  // namespace

QStringList jobScriptBeginning(const Experiment& experiment, const ScriptSite& site) {
  const GpuOption gpus = gpuOption(experiment.resources, site.profile);
  const std::string wanted = written_directive({gpus.option, gpus.value.toStdString()});
  QStringList lines{QStringLiteral("# Usage: sbatch [OPTION...] job.sh RUN_FOLDER"),
                    QStringLiteral("#"),
                    QStringLiteral("# What %1 asks of Slurm, line by line:")
                        .arg(QFileInfo(text(experiment.script.file)).fileName())};
  for (const std::string& line : script_directives(experiment, wanted)) lines << text(line);
  return lines << QString();
}

QStringList jobScriptFacts(const Experiment& experiment, const ScriptSite& site) {
  QStringList lines = slurmPlace(experiment, site);
  // A submission is found by the job's own name.
  return lines << QString() << QStringLiteral("# What the job is called without us.")
               << exported("SLURM_JOB_NAME", jobName(experiment, directivesOf(experiment)))
               << componentNames(directivesOf(experiment),
                                 QFileInfo(text(experiment.script.file)).fileName());
}

QStringList jobScriptAgentWords(const Experiment& experiment, const ScriptSite& site) {
  const bool isArray = isArrayJob(experiment, site);
  const std::string output = valueOf(directivesOf(experiment), "output");
  QStringList words{
      QStringLiteral("--scheduler slurm"), QStringLiteral("--node-name \"$SLURMD_NODENAME\""),
      QStringLiteral("--address \"$address\""),
      isArray ? QStringLiteral("--job-id \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"")
              : QStringLiteral("--job-id \"$SLURM_JOB_ID\""),
      QStringLiteral("\"${end_time[@]}\""), QStringLiteral("--signal-before-end-seconds 0"),
      // Slurm itself kills what does not stop in time.
      QStringLiteral("--stop-grace-seconds 86400"),
      QStringLiteral("--sample-nodes \"${SLURM_JOB_NUM_NODES:-1}\"")};
  if (isArray) words << taskWord();
  return words << QStringLiteral("--output-file ") +
                      quoteForShell(output.empty() ? (isArray ? QStringLiteral("slurm-%A_%a.out")
                                                              : QStringLiteral("slurm-%j.out"))
                                                   : text(output));
}

QStringList jobScriptFactsHere(const Experiment& experiment, const ScriptSite& site) {
  const SbatchDirectives directives = directivesOf(experiment);
  const ResourcesSection& resources = experiment.resources;
  const std::string tasks = valueOf(directives, "ntasks");
  const qint64 perNode = processes_per_node(experiment);
  QStringList lines{QString(),
                    QStringLiteral("# Where it works, and what a job of this shape finds in its "
                                   "environment on one node."),
                    QStringLiteral("cd \"$run_dir%1\"").arg(QLatin1String(kWorkFolder))};
  if (isArrayJob(experiment, site)) lines << taskPlace();
  lines << QStringLiteral("export SLURM_SUBMIT_DIR=$PWD SLURM_SUBMIT_HOST=$HOSTNAME");
  if (const std::string folder = valueOf(directives, "chdir"); !folder.empty())
    lines << QStringLiteral("cd -- ") + quoteForShell(text(folder));
  lines << QStringLiteral("export SLURM_JOB_ID=$$ SLURM_JOBID=$$")
        << exported("SLURM_JOB_NAME", jobName(experiment, directives))
        << QStringLiteral(
               "export SLURM_JOB_NUM_NODES=1 SLURM_NNODES=1 SLURM_NODEID=0 SLURM_PROCID=0 "
               "SLURM_LOCALID=0")
        << QStringLiteral(
               "export SLURM_JOB_NODELIST=$HOSTNAME SLURM_NODELIST=$HOSTNAME "
               "SLURMD_NODENAME=$HOSTNAME")
        << QStringLiteral("export SLURM_CPUS_ON_NODE; SLURM_CPUS_ON_NODE=$(nproc)")
        << QStringLiteral("export SLURM_JOB_CPUS_PER_NODE=$SLURM_CPUS_ON_NODE");
  const QString all = tasks.empty() ? QString::number(perNode) : text(tasks);
  lines << exported("SLURM_TASKS_PER_NODE", all);
  if (!tasks.empty() || resources.processes_per_node.number)
    lines << exported("SLURM_NTASKS", all) << exported("SLURM_NPROCS", all);
  if (resources.processes_per_node.number)
    lines << exported("SLURM_NTASKS_PER_NODE", QString::number(perNode));
  if (resources.cpus_per_process)
    lines << exported("SLURM_CPUS_PER_TASK", QString::number(*resources.cpus_per_process));
  if (resources.memory_gib_per_node)
    lines << exported("SLURM_MEM_PER_NODE",
                      QString::number(static_cast<qint64>(*resources.memory_gib_per_node * 1024)));
  if (resources.uses_gpus())
    lines << exported("SLURM_GPUS_ON_NODE", QString::number(resources.gpus_per_node));
  if (resources.partition) lines << exported("SLURM_JOB_PARTITION", text(*resources.partition));
  if (resources.account) lines << exported("SLURM_JOB_ACCOUNT", text(*resources.account));
  if (site.arrayIndex) lines << taskVariables(experiment, *site.arrayIndex);
  return lines;
}

QStringList outputFileHere(const Experiment& experiment) {
  const std::string output = valueOf(directivesOf(experiment), "output");
  if (output.empty()) return {};
  return {QStringLiteral("--output-file ") + quoteForShell(text(output))};
}

}  // namespace trainyard
