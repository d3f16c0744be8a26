#include "remote/submit/script.h"

#include <QStringList>

#include "engine/contract/experiment/rules.h"
#include "remote/process/command_line.h"

namespace trainyard {
namespace {

QString text(std::string_view value) { return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size())); }
QString quoted(std::string_view value) { return quoteForShell(text(value)); }

void addEnvironment(QStringList& lines, const EnvironmentSection& environment) {
  if (!environment.modules.empty()) {
    lines << QString() << QStringLiteral("# Environment modules; a login shell's start files define `module`.")
          << QStringLiteral("if ! type -t module >/dev/null; then")
          << QStringLiteral("  # shellcheck disable=SC1091")
          << QStringLiteral("  . /etc/profile") << QStringLiteral("fi");
    for (const std::string& module : environment.modules) lines << QStringLiteral("module load ") + quoted(module);
  }
  if (environment.conda)
    lines << QString() << QStringLiteral("# Conda environment.") << QStringLiteral("# shellcheck disable=SC1091")
          << QStringLiteral(". \"$(conda info --base)/etc/profile.d/conda.sh\"")
          << QStringLiteral("conda activate ") + quoted(*environment.conda);
  if (environment.venv)
    lines << QString() << QStringLiteral("# Python's virtual environment.") << QStringLiteral("# shellcheck disable=SC1091")
          << QStringLiteral(". ") + quoted(*environment.venv + "/bin/activate");
}

void addVariables(QStringList& lines, const Experiment& experiment) {
  const TextMap& variables = experiment.environment.variables;
  const auto& threads = experiment.resources.cpus_per_process;
  bool hasThreads = false;
  if (!variables.empty() || threads)
    lines << QString() << QStringLiteral("# Variables. yard-agent replaces {run_dir} and its like in them.");
  for (const auto& [name, value] : variables) {
    hasThreads |= name == "OMP_NUM_THREADS";
    if (value) lines << QStringLiteral("export %1=%2").arg(text(name), quoted(*value));
    else lines << QStringLiteral(": \"${%1?is taken from the environment of the target, where it is not set}\"").arg(text(name));
  }
  if (threads && !hasThreads) lines << QStringLiteral("export OMP_NUM_THREADS=%1").arg(*threads);
}

QStringList agentWords(const Experiment& experiment, const QString& programs) {
  const bool isEngine = experiment.workload == Workload::engine;
  QStringList words{QStringLiteral("exec ") + quoteForShell(programs + QStringLiteral("/yard-agent")) + QStringLiteral(" run"),
                    QStringLiteral("--run-dir \"$run_dir\""), QStringLiteral("--scheduler here"), QStringLiteral("--job-id \"$$\""),
                    QStringLiteral("--nproc-per-node %1").arg(processes_per_node(experiment)),
                    QStringLiteral("--workload ") + text(name_of(experiment.workload))};
  if (!isEngine)
    words << QStringLiteral("--launcher ") + text(name_of(experiment.command.launcher))
          << QStringLiteral("--metrics ") + text(name_of(experiment.command.metrics))
          << QStringLiteral("--stop-signal ") + quoted(experiment.command.stop_signal);
  for (const auto& [name, value] : experiment.environment.variables) words << QStringLiteral("--variable ") + text(name);
  if (isEngine) {
    words << QStringLiteral("-- ") + quoteForShell(programs + QStringLiteral("/engine")) +
                 QStringLiteral(" train \"$run_dir/resolved.yaml\" --run-dir \"$run_dir\" --resume auto");
    return words;
  }
  words << QStringLiteral("-- ") + quoted(experiment.command.program);
  for (const std::string& argument : experiment.command.arguments) words << QStringLiteral("  ") + quoted(argument);
  return words;
}

}  // namespace

QByteArray renderScript(const Experiment& experiment, const QString& programs) {
  QStringList lines{QStringLiteral("#!/usr/bin/env bash"),
                    QStringLiteral("# Job script of the experiment %1. Written again at each resume: change the experiment, not this file.").arg(text(experiment.name)),
                    QStringLiteral("# Usage: bash job.sh [RUN FOLDER]"),
                    QStringLiteral("# Values are text in single quotes: a $ in them is a $."), QStringLiteral("# shellcheck disable=SC2016"), QStringLiteral("set -eo pipefail"),
                    QStringLiteral("run_dir=$(realpath -- \"${1:-.}\")")};
  addEnvironment(lines, experiment.environment);
  addVariables(lines, experiment);
  if (!experiment.environment.setup_commands.empty()) {
    lines << QString() << QStringLiteral("# Setup commands of the experiment, as they are.");
    for (const std::string& command : experiment.environment.setup_commands) lines << text(command);
  }
  lines << QString() << QStringLiteral("# The agent takes this process over, so that signals reach it.")
        << agentWords(experiment, programs).join(QStringLiteral(" \\\n  "));
  return lines.join(QLatin1Char('\n')).toUtf8() + '\n';
}

}  // namespace trainyard
