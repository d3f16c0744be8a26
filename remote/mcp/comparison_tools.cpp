// SPDX-License-Identifier: GPL-3.0-or-later
// The tool compare: runs by a metric, with the settings in which they differ.
#include <algorithm>
#include <cmath>
#include <map>

#include <QJsonArray>
#include <QSet>

#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "remote/mcp/session.h"
#include "remote/mcp/tool_arguments.h"
#include "remote/mcp/tool_table.h"
#include "remote/store/named_metric.h"
#include "remote/store/named_runs.h"
#include "remote/values/numbers.h"

namespace trainyard {
namespace {

constexpr qsizetype mostRuns = 200, mostSettings = 100;

struct ComparedRun {
  RunRecord run;
  QMap<QString, QVariant> settings;
  std::optional<MetricSummary> metric;
  double best = std::nan("");
};

// Each run once, in the order in which they were named.
Result<QList<RunRecord>> namedForComparison(RunStore& store, const CompareArguments& arguments) {
  QStringList names = arguments.runs;
  if (!arguments.study.isEmpty()) names << arguments.study;
  QList<RunRecord> runs;
  QSet<QString> known;
  for (const QString& name : std::as_const(names)) {
    TRY(const auto named, namedRuns(store, name));
    for (const RunRecord& run : withoutReplaced(named.runs)) {
      if (known.contains(run.run) || runs.size() >= mostRuns) continue;
      known.insert(run.run);
      runs << run;
    }
  }
  if (runs.isEmpty()) return make_error("mcp.no_runs", {});
  return runs;
}

bool higherIsBetter(const CompareArguments& arguments) {
  if (arguments.better == BetterIs::automatic) return metricImproves(arguments.metric);
  return arguments.better == BetterIs::higher;
}

// What names a run or its files, or belongs to its environment, is no difference of a training.
bool isCompared(const QString& path) {
  return path != QLatin1String("name") && path != QLatin1String("notes") &&
         path != QLatin1String("tags") && path != QLatin1String("project") &&
         !path.startsWith(QLatin1String("environment."));
}

QStringList differingPaths(const QList<ComparedRun>& runs) {
  std::map<QString, QSet<QString>> values;
  std::map<QString, qsizetype> counts;
  for (const ComparedRun& one : runs)
    for (auto setting = one.settings.begin(); setting != one.settings.end(); ++setting) {
      values[setting.key()].insert(setting.value().toString());
      ++counts[setting.key()];
    }
  QStringList paths;
  for (const auto& [path, all] : values)
    if (isCompared(path) && (all.size() > 1 || counts[path] < runs.size())) paths << path;
  return paths.mid(0, mostSettings);
}

Result<QList<ComparedRun>> compared(AgentSession& session, const QList<RunRecord>& runs,
                                    const CompareArguments& arguments) {
  QList<ComparedRun> all;
  std::vector<std::string> known;
  bool hasAny = false;
  for (const RunRecord& run : runs) {
    session.guardRun(run);
    ComparedRun one{run, {}, {}};
    TRY(one.settings, session.store.settings(run.run));
    TRY(const auto metrics, session.store.metrics(run.run));
    for (const MetricSummary& metric : metrics) {
      const std::string name = metric.name.toStdString();
      if (known.size() < 20 && std::ranges::find(known, name) == known.end()) known.push_back(name);
    }
    if (const MetricSummary* metric = namedMetric(metrics, arguments.metric)) {
      one.metric = *metric;
      one.best = higherIsBetter(arguments) ? metric->maximum : metric->minimum;
      hasAny = true;
    }
    all << one;
  }
  if (!hasAny)
    return make_error("mcp.no_metric",
                      {{"metric", arguments.metric.left(200).toStdString()},
                       {"known", known.empty() ? "no metrics yet" : comma_list(known)}});
  return all;
}

QJsonObject comparedJson(const ComparedRun& one, const QStringList& paths) {
  QJsonObject settings;
  for (const QString& path : paths)
    settings.insert(path, QJsonValue::fromVariant(one.settings.value(path)));
  QJsonObject json{{QStringLiteral("run"), one.run.run},
                   {QStringLiteral("name"), one.run.name},
                   {QStringLiteral("state"), nameOf(one.run.state)},
                   {QStringLiteral("settings"), settings},
                   {QStringLiteral("best"), QJsonValue()},
                   {QStringLiteral("last"), QJsonValue()}};
  if (one.metric) {
    json.insert(QStringLiteral("metric"), one.metric->name);
    json.insert(QStringLiteral("best"), jsonNumber(one.best));
    json.insert(QStringLiteral("last"), jsonNumber(one.metric->last.value));
  }
  return json;
}

QString comparedLine(const ComparedRun& one, const QStringList& paths) {
  QStringList values;
  for (const QString& path : paths.mid(0, 5))
    values << path + QLatin1Char('=') + one.settings.value(path).toString();
  return QStringLiteral("%1 %2: %3 (%4)")
      .arg(one.run.run.left(8), values.join(QLatin1Char(' ')),
           std::isfinite(one.best) ? QString::number(one.best, 'g', 6) : QStringLiteral("no value"),
           nameOf(one.run.state));
}

QCoro::Task<Result<ToolAnswer>> compare(AgentSession& session, CompareArguments arguments,
                                        ToolCall) {
  CO_TRY(const auto runs, namedForComparison(session.store, arguments));
  CO_TRY(auto all, compared(session, runs, arguments));
  const bool isHigher = higherIsBetter(arguments);
  std::ranges::stable_sort(all, [&](const ComparedRun& a, const ComparedRun& b) {
    if (!std::isfinite(a.best) || !std::isfinite(b.best)) return std::isfinite(a.best);
    return isHigher ? a.best > b.best : a.best < b.best;
  });
  const QStringList paths = differingPaths(all);
  QJsonArray list;
  QStringList lines{QStringLiteral("by %1, %2 is better; the best comes first")
                        .arg(arguments.metric, isHigher ? "higher" : "lower")};
  for (const ComparedRun& one : std::as_const(all)) {
    list.append(comparedJson(one, paths));
    lines << comparedLine(one, paths);
  }
  co_return ToolAnswer{
      {{QStringLiteral("metric"), arguments.metric},
       {QStringLiteral("better"), isHigher ? QStringLiteral("higher") : QStringLiteral("lower")},
       {QStringLiteral("best"),
        std::isfinite(all.first().best) ? QJsonValue(all.first().run.run) : QJsonValue()},
       {QStringLiteral("differs"), QJsonArray::fromStringList(paths)},
       {QStringLiteral("runs"), list}},
      lines.join(QLatin1Char('\n'))};
}

}  // namespace

void addComparisonTools(ToolTable& table) {
  table.add({"compare", "Compare runs",
             "Orders runs, or those of a study, by their best value of a metric, and lists the "
             "settings in which they differ."},
            Effect::reads, compare);
}

}  // namespace trainyard
