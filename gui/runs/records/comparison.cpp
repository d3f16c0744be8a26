// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/comparison.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/number_text.h"
#include "gui/runs/records/run_text.h"
#include "remote/store/run_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

const CurveSpot& bestSpot(const CurveBlock& curve, const QString& metric) {
  return metricImproves(metric) ? curve.highest : curve.lowest;
}

MetricMeaning meaningOf(const QString& metric) { return metric_meaning(metric.toStdString()); }

// Losses of the evaluation decide, then other measures of it and rewards, then losses of the
// training.
int rankOf(const QString& metric) {
  const MetricMeaning meaning = meaningOf(metric);
  if (meaning.is_performance) return 5;
  if (meaning.better == BetterValue::unknown) return 4;
  if (meaning.is_evaluated() || meaning.is_reward) return meaning.is_loss ? 0 : 1;
  return meaning.is_loss ? 2 : 3;
}

// Equal for names of the same metric: "loss" and "train/loss", "val_acc" and "eval/accuracy".
QString identityOf(const QString& metric) {
  const MetricMeaning meaning = meaningOf(metric);
  const bool isTraining = meaning.is_loss && meaning.split == MetricSplit::none;
  const MetricSplit split = isTraining ? MetricSplit::train : meaning.split;
  return QString::number(static_cast<int>(split)) + QString::fromStdString(meaning.key);
}

// Settings that name a run or its files say nothing of how it trains.
bool tellsOfTraining(const QString& path) {
  return path != "name"_L1 && path != "tags"_L1 && path != "project"_L1 && path != "description"_L1;
}

}  // namespace

std::optional<double> ComparedRun::end(const QString& metric) const {
  constexpr std::size_t least = 4;
  const auto found = curves.constFind(metric);
  if (found == curves.constEnd()) return std::nullopt;
  const std::vector<double>& values = found->values;
  const std::size_t count = values.size() / 5;
  if (count < least) return std::nullopt;
  return std::accumulate(values.end() - static_cast<std::ptrdiff_t>(count), values.end(), 0.0) /
         static_cast<double>(count);
}

Comparison::Comparison(QList<ComparedRun> runs, const QString& objective)
    : m_runs(std::move(runs)) {
  unifyNames();
  QMap<QString, int> counts;
  for (int i = 0; i < m_runs.size(); ++i) {
    if (m_runs[i].record.isPinned) m_baseline = i;
    for (const QString& metric : m_runs[i].metrics.keys()) ++counts[metric];
  }
  collectSettings();
  for (const QString& metric : counts.keys())
    if (counts[metric] > 1 || m_runs.size() < 2) m_metrics << metric;
  std::ranges::stable_sort(m_metrics, {}, rankOf);
  const auto chosen = std::ranges::find(m_metrics, identityOf(objective), identityOf);
  m_objective = chosen == m_metrics.end() ? m_metrics.value(0) : *chosen;
}

// A run that has a metric under two names keeps both.
void Comparison::unifyNames() {
  QMap<QString, QStringList> names;  // by identity
  for (const ComparedRun& run : m_runs)
    for (const QString& metric : run.metrics.keys()) {
      QStringList& same = names[identityOf(metric)];
      if (!same.contains(metric)) same << metric;
    }
  for (QStringList& same : names) {
    if (same.size() < 2) continue;
    std::ranges::sort(same, {}, [](const QString& metric) {
      return std::pair(loss_place(metric.toStdString()), metric);
    });
    const QString& name = same.front();
    for (ComparedRun& run : m_runs)
      for (const QString& own : same) {
        if (run.metrics.contains(name) || !run.metrics.contains(own)) continue;
        run.metrics.insert(name, run.metrics.take(own));
        if (run.curves.contains(own)) run.curves.insert(name, run.curves.take(own));
        run.ownNames.insert(name, own);
      }
  }
}

void Comparison::collectSettings() {
  QSet<QString> paths;
  for (const ComparedRun& run : m_runs)
    for (const QString& path : run.settings.keys()) paths.insert(path);
  m_settings = QStringList(paths.begin(), paths.end());
  std::ranges::sort(m_settings);
  QMap<QString, qsizetype> numValues;
  for (const QString& path : m_settings) {
    QSet<QString> values;
    for (const ComparedRun& run : m_runs) values.insert(settingText(run, path));
    numValues[path] = values.size();
    if (values.size() > 1 && tellsOfTraining(path)) m_varying << path;
  }
  std::ranges::stable_sort(
      m_varying, [&](const QString& a, const QString& b) { return numValues[a] > numValues[b]; });
}

QStringList Comparison::judged(qsizetype most) const {
  QStringList metrics = m_metrics;
  metrics.removeIf([](const QString& metric) { return rankOf(metric) > 2; });
  metrics.removeAll(m_objective);
  if (!m_objective.isEmpty()) metrics.prepend(m_objective);
  return metrics.mid(0, most);
}

std::optional<double> Comparison::bestOf(const ComparedRun& run, const QString& metric) {
  return finite(bestSpot(run.metrics.value(metric), metric).y);
}

std::optional<double> Comparison::bestStepOf(const ComparedRun& run, const QString& metric) {
  return finite(bestSpot(run.metrics.value(metric), metric).x);
}

std::optional<double> Comparison::lastOf(const ComparedRun& run, const QString& metric) {
  return finite(run.metrics.value(metric).last.y);
}

ComparedValue Comparison::compared(int run, const QString& metric,
                                   std::optional<double> (*of)(const ComparedRun&,
                                                               const QString&)) const {
  ComparedValue out;
  out.value = of(m_runs[run], metric);
  if (!out.value) return out;
  const bool more = metricImproves(metric);
  if (const auto base = of(m_runs[m_baseline], metric); base && run != m_baseline) {
    out.difference = *out.value - *base;
    out.isBetter = more ? *out.difference > 0 : *out.difference < 0;
  }
  out.isBest = m_runs.size() > 1 && std::ranges::all_of(m_runs, [&](const ComparedRun& other) {
                 const auto theirs = of(other, metric);
                 return !theirs || (more ? *theirs <= *out.value : *theirs >= *out.value);
               });
  return out;
}

bool Comparison::isJudgedByEnd(const QString& metric) const {
  return !meaningOf(metric).is_evaluated() &&
         std::ranges::all_of(m_runs, [&](const ComparedRun& run) {
           return !bestOf(run, metric) || run.end(metric);
         });
}

std::optional<double> Comparison::decisiveOf(int run, const QString& metric) const {
  if (const auto end = m_runs[run].end(metric); end && isJudgedByEnd(metric)) return end;
  return bestOf(m_runs[run], metric);
}

bool Comparison::isDecisivelyBest(int run, const QString& metric) const {
  const auto value = decisiveOf(run, metric);
  if (!value || m_runs.size() < 2) return false;
  for (int i = 0; i < m_runs.size(); ++i)
    if (const auto other = decisiveOf(i, metric);
        other && (metricImproves(metric) ? *other > *value : *other < *value))
      return false;
  return true;
}

ComparedValue Comparison::best(int run, const QString& metric) const {
  ComparedValue out = compared(run, metric, bestOf);
  if (isJudgedByEnd(metric)) out.isBest = isDecisivelyBest(run, metric);
  return out;
}

ComparedValue Comparison::last(int run, const QString& metric) const {
  ComparedValue out = compared(run, metric, lastOf);
  if (isJudgedByEnd(metric)) out.isBest = isDecisivelyBest(run, metric);
  return out;
}

std::optional<int> Comparison::leader() const {
  if (objective().isEmpty()) return std::nullopt;
  for (int i = 0; i < m_runs.size(); ++i)
    if (best(i, objective()).isBest) return i;
  return std::nullopt;
}

QString Comparison::settingText(const ComparedRun& run, const QString& path) {
  const QVariant value = run.settings.value(path);
  if (value.typeId() == QMetaType::Double)
    return shortExponent(QString::number(value.toDouble(), 'g', 6));
  return value.toString();
}

QString Comparison::label(int run) const {
  QStringList values;
  for (const QString& path : m_varying.first(std::min<qsizetype>(2, m_varying.size())))
    values << path.section(u'.', -1) + u' ' + settingText(m_runs[run], path);
  return values.isEmpty() || m_varying.size() > 2 ? RunText::shortName(m_runs[run].record)
                                                  : values.join(u", "_s);
}

QString Comparison::differenceSentence() const {
  if (std::ranges::any_of(m_runs, [](const ComparedRun& run) { return run.settings.isEmpty(); }))
    return tr(
        "The settings of at least one run are not known to this computer, so what differs "
        "cannot be said.");
  if (m_varying.isEmpty()) return tr("They have the same settings.");
  if (m_varying.size() == 1) return tr("They differ in one setting, %1.").arg(m_varying.front());
  if (m_varying.size() <= 3)
    return tr("They differ in %n settings: %1.", nullptr, static_cast<int>(m_varying.size()))
        .arg(m_varying.join(u", "_s));
  return tr("They differ in %n settings, first in %1.", nullptr, static_cast<int>(m_varying.size()))
      .arg(m_varying.first(2).join(tr(" and ")));
}

QString Comparison::leaderSentence() const {
  const auto first = leader();
  if (!first) return tr("They have no metric in common.");
  const QString metric = objective();
  const bool more = metricImproves(metric);
  const bool isByEnd = isJudgedByEnd(metric);
  const double best = *decisiveOf(*first, metric);
  std::optional<double> next;
  for (int i = 0; i < m_runs.size(); ++i) {
    const auto value = decisiveOf(i, metric);
    if (!value || i == *first) continue;
    next = !next ? *value : more ? std::max(*next, *value) : std::min(*next, *value);
  }
  const auto open = static_cast<int>(std::ranges::count_if(
      m_runs, [](const ComparedRun& run) { return isOpen(run.record.state); }));
  const QString who =
      m_varying.size() == 1 ? settingText(m_runs[*first], m_varying.front()) : label(*first);
  QString words =
      (isByEnd && open > 0 ? tr("Best so far by the mean of its last fifth is %1 with %2 %3")
       : isByEnd           ? tr("Best by the mean of its last fifth is %1 with %2 %3")
       : open > 0          ? tr("Best so far is %1 with %2 %3")
                           : tr("Best is %1 with %2 %3"))
          .arg(who, metric, readOut(best));
  if (next)
    words += *next == best ? tr(", the same as the next")
                           : (more ? tr(", %1 above the next") : tr(", %1 below the next"))
                                 .arg(readOut(std::abs(*next - best)));
  if (open == 1) words += tr("; one run is not finished");
  if (open > 1) words += tr("; %1 runs are not finished").arg(open);
  return words + u'.';
}

}  // namespace trainyard
