// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/spending.h"

#include <algorithm>

#include <QSet>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/search.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/sbatch_directives.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/registry/run_settings.h"
#include "remote/values/grid.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr QLatin1String variables("environment.variables.");
constexpr qsizetype shownChanges = 40;

// Options that ask for GPUs in a way that `resources` does not show.
bool asksForGpus(const SbatchOption& option) {
  const bool isOfTres = option.name == "gres" || option.name == "tres-per-task";
  return option.name.starts_with("gpus") ||
         (isOfTres && option.value.value_or("").find("gpu") != std::string::npos);
}

bool hasHiddenGpus(const Experiment& experiment) {
  const auto& extra = experiment.resources.extra_directives;
  const bool isExtra = std::ranges::any_of(extra, [](const std::string& directive) {
    return asksForGpus(option_of_directive(directive));
  });
  if (isExtra || experiment.workload != Workload::script) return isExtra;
  const SbatchDirectives directives = read_sbatch_directives(experiment.script.directives);
  if (directives.components > 1) return true;
  for (const SbatchLine& line : directives.lines)
    if (!experiment.resources.uses_gpus() && std::ranges::any_of(line.options, asksForGpus))
      return true;
  return false;
}

qint64 jobsOf(const Experiment& experiment) {
  if (is_search_of_jobs(experiment))
    return experiment.search.trials * experiment.search.seeds +
           (is_search_by_controller(experiment) ? 1 : 0);
  const auto& array = experiment.resources.array;
  return array ? array_task_count(*array).value_or(1) : 1;
}

using Settings = QMap<QString, QString>;

Settings settingsTextOf(const QList<RunSetting>& settings) {
  Settings texts;
  for (const RunSetting& setting : settings) texts[setting.path] = setting.value;
  return texts;
}

// What is not the same between the newest run of this name and the experiment.
Result<void> noteChanges(RunStore& store, const Experiment& experiment, Spending& spending) {
  TRY(const auto named, store.named(text(experiment.name)));
  if (named.isEmpty()) return {};
  spending.since = named.first().run;
  TRY(const auto before, store.settings(spending.since));
  if (before.isEmpty()) return {};
  const Settings now = settingsTextOf(settingsOf(experiment));
  QSet<QString> paths(before.keyBegin(), before.keyEnd());
  paths.unite(QSet<QString>(now.keyBegin(), now.keyEnd()));
  QStringList sorted(paths.begin(), paths.end());
  sorted.sort();
  for (const QString& path : std::as_const(sorted)) {
    ChangedSetting change{path, before.value(path).toString(), now.value(path)};
    bool isNumber = false;
    const double number = change.to.toDouble(&isNumber);
    const bool isSame = change.from == change.to ||
                        (isNumber && before.contains(path) && before[path].toDouble() == number);
    if (isSame || path == QLatin1String("name")) continue;
    if (path.startsWith(variables)) change.from = change.to = QStringLiteral("…");
    if (spending.changes.size() < shownChanges) spending.changes << change;
  }
  return {};
}

// As far as what a run takes depends on it.
Experiment experimentOf(const QMap<QString, QVariant>& settings, const QStringList& changes) {
  Experiment experiment;
  const auto set = [&](const QString& path, const QString& value) {
    const FieldInfo* field = find_field(path.toStdString());
    if (!field) return;
    const QString bare = value.size() > 1 && value.startsWith(QLatin1Char('"'))
                             ? value.mid(1, value.size() - 2)
                             : value;
    if (field->kind == Kind::text)
      field->set(experiment, bare.toStdString());
    else
      field->set(experiment, read_scalar(bare.toStdString()).value);
  };
  for (auto setting = settings.begin(); setting != settings.end(); ++setting)
    if (setting.key() == QLatin1String("workload") ||
        setting.key().startsWith(QLatin1String("resources.")) ||
        setting.key().startsWith(QLatin1String("restart.")))
      set(setting.key(), setting.value().toString());
  for (const QString& change : changes)
    set(change.section(QLatin1Char('='), 0, 0), change.section(QLatin1Char('='), 1));
  return experiment;
}

}  // namespace

SpentRun spentBy(const Experiment& experiment, const TargetFacts& facts, QStringList values) {
  SpentRun run;
  run.name = text(experiment.name);
  run.values = std::move(values);
  run.jobs = jobsOf(experiment);
  run.nodes = experiment.resources.nodes;
  run.gpusPerNode = experiment.resources.gpus_per_node;
  if (const auto limit = timeLimitOf(experiment, facts)) run.limitSeconds = *limit;
  // One that is queued again after its time limit may take any number of those.
  const bool isBounded = run.limitSeconds && !experiment.restart.on_time_limit;
  if (hasHiddenGpus(experiment))
    run.gpuHours = std::nullopt;
  else if (run.gpusPerNode == 0)
    run.gpuHours = 0;
  else if (isBounded)
    run.gpuHours = static_cast<double>(run.jobs) * static_cast<double>(run.nodes) *
                   static_cast<double>(run.gpusPerNode) * static_cast<double>(*run.limitSeconds) /
                   3600;
  return run;
}

Result<Spending> spendingOf(const Target& target, RunStore& store, ExperimentSource source,
                            const QStringList& grid) {
  QList<QStringList> combinations{QStringList()};
  if (!grid.isEmpty()) {
    TRY(combinations, combinationsOf(grid));
  }
  Spending spending{target.name, {}, {}, {}};
  const QStringList overrides = source.overrides;
  for (const QStringList& values : std::as_const(combinations)) {
    source.overrides = overrides + values;
    TRY(const auto prepared,
        prepareExperiment(source, ownPrograms(),
                          target.isHere() ? RunsWhere::here : RunsWhere::elsewhere,
                          target.isHere() ? QString() : target.programs));
    if (has_errors(prepared.diagnostics)) return diagnosticsError(prepared.diagnostics);
    if (!grid.isEmpty() && is_search_of_jobs(prepared.experiment))
      return make_error("study.is_search", {});
    spending.runs << spentBy(prepared.experiment, target.facts, values);
    if (spending.runs.size() > 1) continue;
    TRY(noteChanges(store, prepared.experiment, spending));
  }
  return spending;
}

Result<Spending> spendingOf(const Target& target, RunStore& store, const RunRecord& run,
                            const QStringList& changes) {
  Spending spending{target.name, {}, {}, run.run};
  TRY(const auto settings, store.settings(run.run));
  Experiment experiment = experimentOf(settings, changes);
  if (!run.parent.isEmpty()) experiment.resources.array.reset();
  SpentRun spent = spentBy(experiment, target.facts, run.studyValues);
  spent.name = run.name;
  const bool isHidden =
      spent.gpusPerNode == 0 &&
      settings.value(QStringLiteral("script.directives")).toString().contains(u"gpu");
  if (settings.isEmpty() || isHidden) spent.gpuHours = std::nullopt;  // it is not known
  spending.runs << spent;
  for (const QString& change : changes) {
    const QString path = change.section(QLatin1Char('='), 0, 0);
    const bool isVariable = path.startsWith(variables);
    spending.changes << ChangedSetting{
        path, isVariable ? QStringLiteral("…") : settings.value(path).toString(),
        isVariable ? QStringLiteral("…") : change.section(QLatin1Char('='), 1)};
  }
  return spending;
}

}  // namespace trainyard
