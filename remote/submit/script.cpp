// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/script.h"

#include <algorithm>

#include <QStringList>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/script/script_resources.h"
#include "remote/process/command_line.h"
#include "remote/process/private_process.h"
#include "remote/submit/controller_job.h"
#include "remote/submit/on_site.h"
#include "remote/submit/path_fields.h"
#include "remote/host/trust.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString shellWord(std::string_view value) { return quoteForShell(text(value)); }

// The engine brings all that it needs: a module that the site has replaced since does not end it.
void addEnvironment(QStringList& lines, const EnvironmentSection& environment, bool isEngine) {
  const QString otherwise =
      isEngine ? QStringLiteral(" || echo 'It was not loaded; the engine does not need it.' >&2")
               : QString();
  if (!environment.modules.empty()) {
    lines << QString()
          << QStringLiteral("# Environment modules; a login shell's start files define `module`.")
          << QStringLiteral("if ! type -t module >/dev/null; then")
          << QStringLiteral("  # shellcheck disable=SC1091") << QStringLiteral("  . /etc/profile")
          << QStringLiteral("fi");
    for (const std::string& module : environment.modules)
      lines << (module == "purge" ? QStringLiteral("module purge")
                                  : QStringLiteral("module load ") + shellWord(module)) +
                   otherwise;
  }
  if (environment.conda)
    lines << QString()
          << QStringLiteral(
                 "# Conda environment. What `conda init` writes is read by interactive shells "
                 "only, so the usual places are tried too.")
          << QStringLiteral("conda_base=$(conda info --base 2>/dev/null || true)")
          << QStringLiteral(
                 "for place in ~/miniforge3 ~/miniconda3 ~/mambaforge ~/anaconda3 /opt/conda; do")
          << QStringLiteral(
                 "  if [[ -z $conda_base && -f $place/etc/profile.d/conda.sh ]]; then "
                 "conda_base=$place; fi")
          << QStringLiteral("done")
          << QStringLiteral(
                 ": \"${conda_base:?conda was not found; name its module in environment.modules}\"")
          << QStringLiteral("# shellcheck disable=SC1091")
          << QStringLiteral(". \"$conda_base/etc/profile.d/conda.sh\"")
          << QStringLiteral("conda activate ") + shellWord(*environment.conda);
  if (environment.venv)
    lines << QString() << QStringLiteral("# Python's virtual environment.")
          << QStringLiteral("# shellcheck disable=SC1091")
          << QStringLiteral(". ") + shellWord(*environment.venv + "/bin/activate");
}

void addVariables(QStringList& lines, const Experiment& experiment) {
  const TextMap& variables = experiment.environment.variables;
  const auto& threads = experiment.resources.cpus_per_process;
  const bool limitsThreads = experiment.workload != Workload::script && threads;
  bool hasThreads = false;
  if (!variables.empty() || limitsThreads)
    lines << QString()
          << (experiment.workload == Workload::script
                  ? QStringLiteral("# Variables of the experiment.")
                  : QStringLiteral(
                        "# Variables. yard-agent replaces {run_dir} and its like in them."));
  for (const auto& [name, value] : variables) {
    hasThreads |= name == "OMP_NUM_THREADS";
    if (value)
      lines << QStringLiteral("export %1=%2").arg(text(name), shellWord(*value));
    else
      lines << QStringLiteral(
                   ": \"${%1?is taken from the environment of the target, where it is not set}\"")
                   .arg(text(name));
  }
  if (limitsThreads && !hasThreads)
    lines << QStringLiteral("export OMP_NUM_THREADS=%1").arg(*threads);
}

// What the container must see besides the user's home folder: run folders, programs, and what the
// experiment names.
QStringList placesOf(const Experiment& experiment, const ScriptSite& site) {
  QStringList places{site.base};
  const auto add = [&](const std::string& path) {
    const QString place = text(path);
    const auto holds = [&](const QString& known) {
      return place == known || place.startsWith(known + QLatin1Char('/'));
    };
    if (place.startsWith(QLatin1Char('/')) && !std::any_of(places.begin(), places.end(), holds))
      places << place;
  };
  add(site.programs.toStdString());
  for (const FieldInfo* field : trainerPathFields())
    for (const std::string& path : pathsOf(*field, experiment)) add(path);
  return places;
}

void addContainer(QStringList& lines, const Experiment& experiment, const ScriptSite& site) {
  lines << QString()
        << QStringLiteral("# Each node's agent and its processes run in the container.")
        << QStringLiteral("runtime=$(type -P apptainer || type -P singularity || true)")
        << QStringLiteral(
               "container=(\"${runtime:?neither apptainer nor singularity was found; name its "
               "module in environment.modules}\" exec)");
  if (experiment.resources.uses_gpus()) lines << QStringLiteral("container+=(--nv)");
  for (const QString& place : placesOf(experiment, site))
    lines << QStringLiteral("container+=(--bind %1)").arg(quoteForShell(place));
  lines << QStringLiteral("container+=(%1)").arg(shellWord(*experiment.environment.container));
}

const ScriptDialect& dialectOf(const Experiment& experiment, const ScriptSite& site) {
  return experiment.workload == Workload::script ? site.kind->jobScript : site.kind->script;
}

// How the agent reads curves from the output of a command or a script.
template <class Section>
QStringList metricsWords(const Section& section) {
  QStringList words{QStringLiteral("--metrics ") + text(name_of(section.metrics))};
  const auto add = [&](const char* option, const std::string& value) {
    words << QLatin1String(option) + QLatin1Char(' ') + quoteForShell(text(value));
  };
  if (section.metrics_pattern) add("--metrics-pattern", *section.metrics_pattern);
  if (section.metrics_step) add("--metrics-step", *section.metrics_step);
  for (const std::string& name : section.metrics_leave_out) add("--metrics-leave-out", name);
  return words;
}

QStringList scriptWords(const ScriptSection& script) {
  QStringList words{QStringLiteral("--workload script")};
  words << metricsWords(script) << QStringLiteral("--working-directory \"$PWD\"")
        << QStringLiteral("--umask \"$umask_before\"");
  const SbatchDirectives directives = read_sbatch_directives(script.directives);
  if (const auto error = last_option(directives, "error"))
    words << QStringLiteral("--error-file ") + shellWord(error->value.value_or(std::string()));
  const auto input = last_option(directives, "input");
  if (input && input->value)
    words << QStringLiteral("--input-file ") + quoteForShell(text(*input->value));
  if (const auto mode = last_option(directives, "open-mode"); mode && mode->value)
    words << QStringLiteral("--open-mode ") +
                 QLatin1String(mode->value->starts_with('a') ? "append" : "truncate");
  return words;
}

QStringList commandOf(const ScriptSection& script) {
  QStringList words{QStringLiteral("-- ") + shellWord(script.file)};
  for (const std::string& argument : script.arguments)
    words << QStringLiteral("  ") + shellWord(argument);
  return words;
}

QStringList agentWords(const Experiment& experiment, const ScriptSite& site) {
  const bool isEngine = experiment.workload == Workload::engine;
  QStringList words{QStringLiteral("exec ") +
                        quoteForShell(site.programs + QStringLiteral("/yard-agent")) +
                        QStringLiteral(" run"),
                    QStringLiteral("--run-dir \"$run_dir\"")};
  words << dialectOf(experiment, site).agentWords(experiment, site);
  for (const std::string& tracker : experiment.logging.trackers)
    words << QStringLiteral("--tracker ") + text(tracker);
  for (const std::string& rule : experiment.logging.rules)
    words << QStringLiteral("--rule ") + quoteForShell(text(rule));
  if (experiment.environment.trackers_offline && !isEngine)
    words << QStringLiteral("--trackers-offline");
  if (site.arrayIndex) words << QStringLiteral("--array-index %1").arg(*site.arrayIndex);
  if (experiment.workload == Workload::script)
    return words << scriptWords(experiment.script) << commandOf(experiment.script);
  words << QStringLiteral("--nproc-per-node %1").arg(processes_per_node(experiment))
        << QStringLiteral("--workload ") + text(name_of(experiment.workload));
  if (!isEngine)
    words << QStringLiteral("--launcher ") + text(name_of(experiment.command.launcher))
          << metricsWords(experiment.command)
          << QStringLiteral("--stop-signal ") + shellWord(experiment.command.stop_signal);
  for (const auto& [name, value] : experiment.environment.variables)
    words << QStringLiteral("--variable ") + text(name);
  if (isEngine) {
    words << QStringLiteral("-- ") + quoteForShell(site.programs + QStringLiteral("/engine")) +
                 QStringLiteral(
                     " train \"$run_dir/resolved.yaml\" --run-dir \"$run_dir\" --resume auto");
    return words;
  }
  words << QStringLiteral("-- ") + (runs_trainer(experiment)
                                        ? quoteForShell(site.programs + QStringLiteral("/engine"))
                                        : shellWord(experiment.command.program));
  for (const std::string& argument : experiment.command.arguments)
    words << QStringLiteral("  ") + shellWord(argument);
  return words;
}

QStringList beginning(const Experiment& experiment, const ScriptSite& site) {
  const ScriptDialect& dialect = dialectOf(experiment, site);
  const QString before = QLatin1String(umaskBefore);
  QStringList lines{
      dialect.firstLine,
      QStringLiteral("# Job script of the experiment %1. Written again at each resume: change the "
                     "experiment, not this file.")
          .arg(text(experiment.name))};
  lines << dialect.beginning(experiment, site);
  lines << QStringLiteral("# Values are text in single quotes: a $ in them is a $.")
        << QStringLiteral("# shellcheck disable=SC2016") << QStringLiteral("set -eo pipefail")
        << QStringLiteral("# Who may read what the run makes.")
        << (experiment.workload == Workload::script
                ? QStringList{QStringLiteral("umask_before=${%1:-$(umask)}").arg(before),
                              QStringLiteral("unset ") + before}
                : QStringList{})
        << QStringLiteral("umask ") + QLatin1String(umaskFor(site.readers));
  if (site.readers == Readers::group)
    lines << QStringLiteral("export TRAINYARD_SHARE_WITH_GROUP=1");
  lines << QStringLiteral("run_dir=$(realpath -- \"${1:-.}\")");
  // Programs that were sent. Where somebody else installed them, the user has chosen them.
  if (site.programs.startsWith(site.base + QLatin1Char('/')))
    lines << trustCheckLines({QStringLiteral("\"$run_dir\""),
                              quoteForShell(site.programs + QStringLiteral("/yard-agent"))});
  return lines << dialect.facts(experiment, site);
}

}  // namespace

QByteArray renderScript(const Experiment& asked, const ScriptSite& site) {
  Experiment experiment = onSite(jobOf(asked, site), site.profile);
  if (!site.keepsPlaceholders) experiment = with_values_filled(std::move(experiment));
  QStringList lines = beginning(experiment, site);
  addEnvironment(lines, experiment.environment, runs_trainer(experiment));
  addVariables(lines, experiment);
  if (!experiment.environment.setup_commands.empty()) {
    lines << QString() << QStringLiteral("# Setup commands of the experiment, as they are.");
    for (const std::string& command : experiment.environment.setup_commands) lines << text(command);
  }
  if (experiment.environment.container) addContainer(lines, experiment, site);
  lines << QString()
        << QStringLiteral("# The agent takes this process over, so that signals reach it.")
        << agentWords(experiment, site).join(QStringLiteral(" \\\n  "));
  return lines.join(QLatin1Char('\n')).toUtf8() + '\n';
}

}  // namespace trainyard
