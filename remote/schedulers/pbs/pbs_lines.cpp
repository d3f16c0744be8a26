// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/pbs/pbs_lines.h"

#include <algorithm>
#include <cmath>

#include <QFileInfo>
#include <QRegularExpression>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/script/script_resources.h"
#include "remote/process/command_line.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QString line(const QString& option) { return QStringLiteral("#PBS ") + option; }

bool isDirective(const std::string& line) { return line.starts_with("#PBS"); }

// What the script's own lines say, in the document's terms.
ResourcesSection saidByScript(const Experiment& experiment) {
  std::string script = "#!/bin/sh\n";
  for (const std::string& each : experiment.script.directives) script += each + "\n";
  Experiment alone;
  alone.workload = Workload::script;
  take_script(alone, script, {});
  return alone.resources;
}

bool isSameSize(const ResourcesSection& one, const ResourcesSection& other) {
  return one.nodes == other.nodes && one.gpus_per_node == other.gpus_per_node &&
         one.gpu_type == other.gpu_type && one.cpus_per_process == other.cpus_per_process &&
         one.processes_per_node.number == other.processes_per_node.number &&
         one.memory_gib_per_node == other.memory_gib_per_node && one.time_limit == other.time_limit;
}

// The last value of a one-letter option in the script's own lines.
QString optionOf(const Experiment& experiment, char letter) {
  const QRegularExpression option(QStringLiteral("^#PBS\\s+(?:.*\\s)?-%1\\s*(\\S+)").arg(letter));
  QString value;
  for (const std::string& each : experiment.script.directives)
    if (const auto match = option.match(text(each)); match.hasMatch()) value = match.captured(1);
  return value;
}

}  // namespace

QStringList pbsSizeLines(const Experiment& experiment) {
  const ResourcesSection& resources = experiment.resources;
  const qint64 processors = processes_per_node(experiment) * resources.cpus_per_process.value_or(1);
  QString chunk = QStringLiteral("%1:ncpus=%2:mpiprocs=1").arg(resources.nodes).arg(processors);
  if (resources.uses_gpus()) chunk += QStringLiteral(":ngpus=%1").arg(resources.gpus_per_node);
  if (resources.uses_gpus() && resources.gpu_type)
    chunk += QStringLiteral(":gpu_type=") + text(*resources.gpu_type);
  if (resources.memory_gib_per_node && *resources.memory_gib_per_node > 0)
    chunk += QStringLiteral(":mem=%1mb").arg(std::llround(*resources.memory_gib_per_node * 1024));
  QStringList lines{line(QStringLiteral("-l select=") + chunk)};
  if (resources.nodes > 1) lines << line(QStringLiteral("-l place=scatter"));
  const auto seconds =
      resources.time_limit ? time_limit_seconds(*resources.time_limit) : std::nullopt;
  if (seconds)
    lines << line(QStringLiteral("-l walltime=%1:%2:%3")
                      .arg(*seconds / 3600, 2, 10, QLatin1Char('0'))
                      .arg(*seconds / 60 % 60, 2, 10, QLatin1Char('0'))
                      .arg(*seconds % 60, 2, 10, QLatin1Char('0')));
  return lines;
}

QStringList pbsPlaceLines(const ResourcesSection& resources) {
  QStringList lines;
  const auto& queue = resources.reservation ? resources.reservation : resources.partition;
  if (queue) lines << line(QStringLiteral("-q ") + quoteForShell(text(*queue)));
  if (resources.account)
    lines << line(QStringLiteral("-A ") + quoteForShell(text(*resources.account)));
  return lines;
}

QStringList pbsScriptLines(const Experiment& experiment) {
  const std::vector<std::string>& all = experiment.script.directives;
  const bool hasOwn = std::any_of(all.begin(), all.end(), isDirective);
  const ResourcesSection said = hasOwn ? saidByScript(experiment) : ResourcesSection();
  const ResourcesSection& resources = experiment.resources;
  const bool keepsSize = hasOwn && isSameSize(said, resources);
  const bool keepsPlace = hasOwn && said.partition == resources.partition &&
                          said.account == resources.account &&
                          said.reservation == resources.reservation;
  QStringList lines;
  static const QRegularExpression ofSize(QStringLiteral("^#PBS\\s+-l")),
      ofPlace(QStringLiteral("^#PBS\\s+-[qA]"));
  for (const std::string& each : all) {
    const QString own = text(each);
    if (!isDirective(each) || (!keepsSize && own.contains(ofSize)) ||
        (!keepsPlace && own.contains(ofPlace)))
      continue;
    lines << own;
  }
  if (!keepsSize) lines << pbsSizeLines(experiment);
  if (!keepsPlace) lines << pbsPlaceLines(resources);
  for (const std::string& directive : resources.extra_directives) lines << line(text(directive));
  return lines;
}

QString pbsScriptName(const Experiment& experiment) {
  const QString name = optionOf(experiment, 'N');
  return name.isEmpty() ? QFileInfo(text(experiment.script.file)).fileName() : name;
}

QString pbsOutputFile(const Experiment& experiment) {
  // A % begins a pattern of the agent.
  const QString own = optionOf(experiment, 'o')
                          .section(QLatin1Char(':'), -1)
                          .replace(QLatin1Char('%'), QLatin1String("%%"));
  const QString folder =
      own.startsWith(QLatin1Char('/')) ? QString() : QStringLiteral("\"${PBS_O_WORKDIR//%/%%}/\"");
  const QString place = folder + (own.isEmpty() ? QString() : quoteForShell(own));
  if (!own.isEmpty() && !own.endsWith(QLatin1Char('/'))) return place;
  return place + QStringLiteral("\"${PBS_JOBNAME//%/%%}.o${PBS_JOBID%%[.[]*}\"");
}

}  // namespace trainyard
