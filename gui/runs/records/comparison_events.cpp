// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/comparison_events.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/axis_ticks.h"
#include "remote/store/run_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double spikeRatio = 3;  // to the greatest value that any other run had
constexpr std::size_t mostSpikes = 3, mostLeadsNamed = 3;

// The greatest value of each run, where it is finite and stands out of the others'.
void addSpikes(const Comparison& comparison, const QString& metric,
               std::vector<ComparisonEvent>& events) {
  const auto& runs = comparison.runs();
  for (int i = 0; i < runs.size(); ++i) {
    const CurveBlock own = runs[i].metrics.value(metric);
    double others = 0;
    int compared = 0;
    for (int j = 0; j < runs.size(); ++j) {
      const CurveBlock other = runs[j].metrics.value(metric);
      if (j == i || other.finite == 0) continue;
      others = std::max(others, other.highest.y);
      ++compared;
    }
    if (own.finite < 3 || compared == 0 || others <= 0) continue;
    if (own.highest.y >= spikeRatio * others)
      events.push_back(
          {ComparisonEvent::Kind::spike, own.highest.x, i, metric, own.highest.y, others});
  }
}

// The step at which each run had warmed up, by the settings of the engine; 0: it did not.
double warmupOf(const ComparedRun& run) {
  return run.settings.value(u"schedule.warmup_steps"_s).toDouble();
}

void addWarmups(const Comparison& comparison, std::vector<ComparisonEvent>& events) {
  const auto& runs = comparison.runs();
  const bool isSame = std::ranges::all_of(
      runs, [&](const ComparedRun& run) { return warmupOf(run) == warmupOf(runs.front()); });
  for (int i = 0; i < (isSame ? 1 : runs.size()); ++i)
    if (const double step = warmupOf(runs[i]); step > 0)
      events.push_back({ComparisonEvent::Kind::warmupEnd, step, isSame ? -1 : i});
}

}  // namespace

std::vector<ComparisonEvent> comparisonEvents(
    const Comparison& comparison, const std::function<QList<double>(const QString& run)>& resumes) {
  std::vector<ComparisonEvent> spikes, events;
  if (comparison.runs().isEmpty()) return events;
  for (const QString& metric : comparison.metrics())
    if (metric != comparison.objective() && !metric_meaning(metric.toStdString()).is_performance)
      addSpikes(comparison, metric, spikes);
  std::ranges::stable_sort(spikes, std::greater(),
                           [](const ComparisonEvent& event) { return event.value / event.others; });
  if (spikes.size() > mostSpikes) spikes.resize(mostSpikes);
  events = std::move(spikes);
  addWarmups(comparison, events);
  for (int i = 0; i < comparison.runs().size(); ++i)
    for (const double step : resumes(comparison.runs()[i].record.run))
      events.push_back({ComparisonEvent::Kind::resume, step, i});
  std::ranges::stable_sort(events, {}, &ComparisonEvent::step);
  return events;
}

RankHistory comparisonRanks(const Comparison& comparison) {
  const QString& metric = comparison.objective();
  std::vector<NoisyCurve> curves;
  for (const ComparedRun& run : comparison.runs()) curves.push_back(run.curves.value(metric));
  return rankHistory(curves, metricImproves(metric), comparison.isJudgedByEnd(metric));
}

QString WhyText::event(const Comparison& comparison, const ComparisonEvent& event) {
  const QString run = event.run < 0 ? tr("all runs") : comparison.label(event.run);
  const QString step = readOut(event.step);
  switch (event.kind) {
    case ComparisonEvent::Kind::warmupEnd:
      return tr("Step %1: end of the warm-up, %2").arg(step, run);
    case ComparisonEvent::Kind::resume:
      return tr("Step %1: resumed, %2").arg(step, run);
    default:
      return tr("Step %1: %2 of %3 was %4, that of the others at most %5")
          .arg(step, event.metric, run, readOut(event.value), readOut(event.others));
  }
}

QString WhyText::sentence(const Comparison& comparison, const RankHistory& history,
                          const std::vector<ComparisonEvent>& events) {
  if (history.leads.empty()) return {};
  QStringList out;
  const auto& leads = history.leads;
  const std::size_t from = leads.size() > mostLeadsNamed ? leads.size() - mostLeadsNamed : 0;
  for (std::size_t i = from; i < leads.size(); ++i) {
    const QString run = comparison.label(static_cast<int>(leads[i].run));
    if (leads.size() == 1)
      out << tr("%1 led all the time.").arg(run);
    else if (i + 1 == leads.size())
      out << tr("%1 has led since step %2.").arg(run, readOut(leads[i].from));
    else if (i == 0)
      out << tr("%1 led until step %2.").arg(run, readOut(leads[i].until));
    else
      out << tr("%1 led from step %2 to %3.")
                 .arg(run, readOut(leads[i].from), readOut(leads[i].until));
  }
  for (const ComparisonEvent& happened : events)
    if (happened.kind == ComparisonEvent::Kind::spike) out << event(comparison, happened) + u'.';
  return out.join(u' ');
}

}  // namespace trainyard
