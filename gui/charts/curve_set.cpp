// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/derived_curve.h"

namespace trainyard {
namespace {

// What is asked for at once: few, so that what is no longer wanted is not waited for.
constexpr qsizetype requestsAtOnce = 24;
constexpr double fineEnough = 1.001;
constexpr double marginOfPart = 0.5;  // of the view, on either side, for moving it
constexpr qsizetype maxColumnsKept =
    1000000;  // some 130 MB; those of what is shown are always kept

bool isLoss(const QString& metric) { return metric_meaning(metric.toStdString()).is_loss; }

quint64 nextAsker() {
  static quint64 asked = 0;
  return ++asked;
}

}  // namespace

CurveSet::CurveSet(CurveSource* source, QObject* parent, Unit unit)
    : QObject(parent), m_source(source), m_unit(unit), m_asker(nextAsker()) {
  if (!source) return;
  connect(source, &CurveSource::runRead, this, [this](quint64 asker, const CurvesOfRun& run) {
    if (asker == m_asker) takeRun(run);
  });
  connect(source, &CurveSource::curveRead, this, [this](quint64 asker, const CurveAnswer& answer) {
    if (asker == m_asker) takeCurve(answer);
  });
  connect(source, &CurveSource::curvesRead, this, [this](quint64 asker) {
    if (asker != m_asker) return;
    m_isReadingCurves = false;
    readCurves();
    if (!isReading()) emit settled();
  });
}

void CurveSet::setRuns(const QList<ShownRun>& runs) {
  if (runs == m_runs) return;
  QSet<QString> before;
  for (const ShownRun& run : std::as_const(m_runs)) before.insert(run.run);
  m_runs = runs;
  for (const ShownRun& run : runs)
    if (!before.contains(run.run)) m_known[run.run].isChanged = true;
  emit runsChanged();
  collectMetrics();
  readRuns();
}

void CurveSet::setEmphasis(const QString& run) {
  if (std::exchange(m_emphasis, run) != run) emit emphasisChanged();
}

void CurveSet::setShowsMeans(bool showsMeans) {
  if (std::exchange(m_showsMeans, showsMeans) != showsMeans) emit meansChanged();
}

QList<MeanGroup> CurveSet::meanGroups() const {
  QList<MeanGroup> groups;
  if (!m_showsMeans) return groups;
  QHash<QString, qsizetype> placeOf;
  for (const ShownRun& run : m_runs) {
    const auto place = placeOf.find(run.group);
    if (place == placeOf.end()) {
      placeOf.insert(run.group, groups.size());
      groups.append({run.group, 0, {run.run}});
    } else {
      groups[*place].runs << run.run;
    }
  }
  groups.removeIf([](const MeanGroup& group) { return group.runs.size() < 2; });
  for (MeanGroup& group : groups) {
    group.colour = static_cast<int>(&group - groups.data());
    const int runs = static_cast<int>(group.runs.size());
    group.label = group.label.isEmpty() ? tr("Mean of %n runs", nullptr, runs)
                                        : tr("%1, mean of %n", nullptr, runs).arg(group.label);
  }
  return groups;
}

void CurveSet::setAlong(Along along) {
  if (std::exchange(m_along, along) == along) return;
  for (const ShownRun& run : std::as_const(m_runs)) m_known[run.run].isChanged = true;
  readRuns();
  emit alongChanged();
}

void CurveSet::refresh(const QStringList& changedRuns) {
  for (const QString& run : changedRuns) {
    const auto known = m_known.find(run);
    if (known != m_known.end()) known->isChanged = true;
  }
  readRuns();
}

// One question a run at a time: what changes meanwhile is read with the next one.
void CurveSet::readRuns() {
  if (!m_source) return;
  for (const ShownRun& shown : std::as_const(m_runs)) {
    Run& run = m_known[shown.run];
    if (!run.isChanged || m_runsBeingRead.contains(shown.run)) continue;
    run.isChanged = false;
    m_runsBeingRead.insert(shown.run);
    m_source->readRun(m_asker, shown.run, !run.hasSteps || m_along != Along::steps);
  }
}

void CurveSet::takeRun(const CurvesOfRun& read) {
  m_runsBeingRead.remove(read.run);
  Run& run = m_known[read.run];
  run.metrics.clear();
  run.points.clear();
  for (const CurvesOfRun::Metric& metric : read.metrics) {
    run.metrics << metric.name;
    run.points[metric.name] = metric.points;
  }
  for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry)
    if (entry.key().run == read.run) entry->hasFailed = false;
  const bool hasResumed = run.resumes.size() != read.resumes.size();
  run.resumes = read.resumes;
  if (read.steps) {
    run.steps = *read.steps;
    run.hasSteps = !run.steps.isEmpty();
  }
  if (hasResumed || read.steps) emit stepsChanged(read.run);
  collectMetrics();
  readRuns();
  readCurves();
  if (!isReading()) emit settled();
}

void CurveSet::collectMetrics() {
  QStringList metrics;
  QSet<QString> seen;
  for (const ShownRun& shown : std::as_const(m_runs))
    for (const QString& metric : m_known.value(shown.run).metrics)
      if (!seen.contains(metric)) {
        seen.insert(metric);
        metrics << metric;
      }
  std::stable_partition(metrics.begin(), metrics.end(), isLoss);
  if (std::exchange(m_metrics, metrics) != metrics) emit metricsChanged();
}

qint64 CurveSet::points(const CurveKey& key) const {
  const auto run = m_known.find(key.run);
  if (run == m_known.end()) return 0;
  if (!isDerived(key.metric)) return run->points.value(key.metric);
  // One that is calculated changes with any of those that it is calculated from.
  qint64 all = 0;
  for (const QString& metric : reportedMetrics(key.metric)) {
    const qint64 points = run->points.value(metric);
    if (points == 0) return 0;
    all += points;
  }
  return all;
}

const StepTable& CurveSet::steps(const QString& run) const {
  static const StepTable nothing;
  const auto known = m_known.find(run);
  return known == m_known.end() ? nothing : known->steps;
}

const QList<CurvesOfRun::Resume>& CurveSet::resumes(const QString& run) const {
  static const QList<CurvesOfRun::Resume> nothing;
  const auto known = m_known.find(run);
  return known == m_known.end() ? nothing : known->resumes;
}

void CurveSet::want(const QObject* plot, const QList<Want>& wants) {
  m_wants[plot] = wants;
  readCurves();
}

void CurveSet::forget(const QObject* plot) { m_wants.erase(plot); }

ColumnCurvePtr CurveSet::whole(const CurveKey& key) const {
  const auto entry = m_entries.find(key);
  return entry == m_entries.end() ? nullptr : entry->whole;
}

ColumnCurvePtr CurveSet::part(const CurveKey& key) const {
  const auto entry = m_entries.find(key);
  return entry == m_entries.end() || entry->isExact ? nullptr : entry->part;
}

bool CurveSet::isPartNeeded(const Entry& entry, const Want& want, XRange view) {
  const double width = (view.high - view.low) / std::max(want.columns, 1);
  if (entry.isExact || entry.whole->width < 2 * entry.whole->finest ||
      entry.whole->width <= width * fineEnough)
    return false;
  const ColumnCurve* part = entry.part.get();
  if (!part || part->rewrites != entry.whole->rewrites) return true;
  // Points that were appended since are in the part only if it ended with the curve.
  if (part->covered.high > part->whole.high() && part->whole.points < entry.whole->whole.points)
    return true;
  return part->covered.low > view.low || part->covered.high < view.high ||
         (part->width >= 2 * part->finest && part->width > width * fineEnough);
}

std::optional<CurveRequest> CurveSet::requestFor(const Want& want) {
  const qint64 now = points(want.key);
  if (now == 0) return std::nullopt;
  Entry& entry = m_entries[want.key];
  if (entry.hasFailed) return std::nullopt;
  entry.lastUse = ++m_uses;
  if (std::exchange(entry.points, now) != now)
    return CurveRequest{want.key, entry.whole, std::nullopt, 1};
  if (!entry.whole || entry.whole->isEmpty()) return std::nullopt;
  const XRange extent{entry.whole->whole.low(), entry.whole->whole.high()};
  XRange view = want.range.value_or(extent);
  view = {std::max(view.low, extent.low), std::min(view.high, extent.high)};
  if (!(view.low < view.high) || !isPartNeeded(entry, want, view)) return std::nullopt;
  const double margin = (view.high - view.low) * marginOfPart;
  return CurveRequest{want.key, entry.whole, XRange{view.low - margin, view.high + margin},
                      (view.high - view.low) / std::max(want.columns, 1)};
}

void CurveSet::readCurves() {
  if (!m_source || m_isReadingCurves) return;
  QList<CurveRequest> requests;
  for (const auto& [plot, wants] : m_wants)
    for (const Want& want : wants) {
      if (requests.size() == requestsAtOnce) break;
      if (auto request = requestFor(want)) requests << *std::move(request);
    }
  if (requests.isEmpty()) return;
  m_isReadingCurves = true;
  m_source->readCurves(m_asker, requests);
}

void CurveSet::takeCurve(const CurveAnswer& answer) {
  Entry& entry = m_entries[answer.key];
  if (!answer.curve) {
    entry.points = 0;
    entry.hasFailed = true;
    return;
  }
  if (answer.isPart) {
    entry.part = answer.curve;
  } else {
    entry.whole = answer.curve;
    entry.isExact = answer.curve->isExact();
    dropUnused();
  }
  emit curveChanged(answer.key);
}

// The curves that were used longest ago go first.
void CurveSet::dropUnused() {
  qsizetype kept = 0;
  for (const Entry& entry : std::as_const(m_entries))
    kept += (entry.whole ? entry.whole->columns.size() : 0) +
            (entry.part ? entry.part->columns.size() : 0);
  if (kept <= maxColumnsKept) return;
  QSet<CurveKey> wanted;
  for (const auto& [plot, wants] : m_wants)
    for (const Want& want : wants) wanted.insert(want.key);
  QList<std::pair<quint64, CurveKey>> unused;
  for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry)
    if (!wanted.contains(entry.key())) unused.append({entry->lastUse, entry.key()});
  std::sort(unused.begin(), unused.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (qsizetype i = 0; i < (unused.size() + 1) / 2; ++i) m_entries.remove(unused[i].second);
}

}  // namespace trainyard
