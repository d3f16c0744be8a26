// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_curves.h"

#include <QSet>
#include <QStringList>
#include <algorithm>
#include <optional>

#include "engine/contract/run/metric_meaning.h"
#include "gui/charts/derived_curve.h"
#include "gui/charts/mean_curve.h"
#include "remote/store/curve_block.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr std::size_t mostRunsMarked = 6;  // the resumes of more runs would hide the curves

// By the metric's name. Unknown for a metric of training, which is no measure of a model, and for
// one that is no measure at all.
BetterValue betterValue(const QString& metric) {
  if (isDerived(metric)) return BetterValue::unknown;
  const MetricMeaning meaning = metric_meaning(metric.toStdString());
  return meaning.is_evaluated() && !meaning.is_performance ? meaning.better : BetterValue::unknown;
}

bool isEvaluated(const QString& metric) {
  return !isDerived(metric) && metric_meaning(metric.toStdString()).is_evaluated();
}

// Where a curve was best; nothing if it has no value or is not judged.
std::optional<CurveSpot> bestSpot(const QString& metric, const CurveBlock& whole) {
  const BetterValue better = betterValue(metric);
  if (better == BetterValue::unknown || whole.finite == 0) return std::nullopt;
  return better == BetterValue::lower ? whole.lowest : whole.highest;
}

}  // namespace

PlotCurves::PlotCurves(CurveSet* set, const PanelMetrics& metrics, int columns)
    : m_set(set), m_metrics(metrics), m_columns(columns) {
  const QList<ShownRun>& runs = m_set->runs();
  const bool isPaired = m_metrics.metrics.size() > 1, isOwn = m_metrics.own.has_value();
  QSet<QString> inMean;
  for (const MeanGroup& group : m_set->meanGroups())
    for (const QString& run : group.runs) inMean.insert(run);
  for (int i = 0; i < runs.size(); ++i)
    for (int j = 0; j < m_metrics.metrics.size(); ++j) {
      Curve curve;
      curve.key = {runs[i].run, m_metrics.metrics[j]};
      if (!m_set->has(curve.key)) continue;
      const StepTable& steps = m_set->steps(runs[i].run);
      if (m_set->along() != Along::steps && !hasOwnPlaces(curve.key.metric)) {
        if (!steps.has(m_set->along())) continue;
        curve.axis = {&steps, m_set->along()};
      }
      curve.label = runs.size() > 1 ? runs[i].label : QString();
      if (isPaired)
        curve.label = QStringList{curve.label, splitLabel(curve.key.metric)}.join(u' ').trimmed();
      curve.isBehind = !isOwn && runs.size() > 1 && isBehindOthers(curve.key.metric);
      if (isOwn && isPaired && runs.size() > 1) curve.metric = j;
      curve.isInMean = inMean.contains(curve.key.run);
      curve.colour = isPaired && runs.size() == 1 ? j : std::max(0, runs[i].colour);
      m_all.push_back(curve);
    }
}

bool PlotCurves::isBehindOthers(const QString& metric) const {
  return !isEvaluated(metric) && std::ranges::any_of(m_metrics.metrics, isEvaluated);
}

QList<CurveKey> PlotCurves::keys() const {
  QList<CurveKey> out;
  for (const Curve& curve : m_all) out << curve.key;
  return out;
}

QList<CurveSet::Want> PlotCurves::wants(std::optional<XRange> view) const {
  QList<CurveSet::Want> wants;
  for (const Curve& curve : m_all) {
    CurveSet::Want want{curve.key, std::nullopt, m_columns};
    if (view) want.range = XRange{curve.axis.stepOf(view->low), curve.axis.stepOf(view->high)};
    wants << want;
  }
  return wants;
}

XRange PlotCurves::range() const {
  std::vector<ColumnCurvePtr> read;
  std::vector<const ColumnCurve*> wholes;
  std::vector<StepAxis> axes;
  for (const Curve& curve : m_all) {
    read.push_back(m_set->whole(curve.key));
    wholes.push_back(read.back().get());
    axes.push_back(curve.axis);
  }
  XRange all = dataRange(wholes, axes).value_or(XRange{0, 1});
  if (all.low > 0 && all.low < all.high / 2) all.low = 0;
  return all;
}

std::vector<PlotPicture::Line> PlotCurves::lines(XRange x, const PlotStyle& style) const {
  std::vector<PlotPicture::Line> lines;
  const QString& emphasis = m_set->emphasis();
  for (const Curve& curve : m_all) {
    // The one under the pointer is seen beside the mean it belongs to.
    if (curve.isInMean && emphasis != curve.key.run) continue;
    const Stress stress = emphasis.isEmpty()          ? Stress::normal
                          : emphasis == curve.key.run ? Stress::focus
                                                      : Stress::faint;
    const ColumnCurvePtr whole = m_set->whole(curve.key), part = m_set->part(curve.key);
    lines.push_back(
        {curve.label, curve.colour, stress,
         whole ? drawCurve(*whole, part.get(), curve.axis, x, m_columns, style) : DrawnCurve(),
         curve.isBehind, curve.metric});
  }
  addMeans(x, style, lines);
  return lines;
}

void PlotCurves::addMeans(XRange x, const PlotStyle& style,
                          std::vector<PlotPicture::Line>& lines) const {
  for (const MeanGroup& group : m_set->meanGroups())
    for (const QString& metric : m_metrics.metrics) {
      std::vector<MeanMember> members;
      for (const Curve& curve : m_all)
        if (curve.key.metric == metric && group.runs.contains(curve.key.run))
          members.push_back({m_set->whole(curve.key), m_set->part(curve.key), curve.axis});
      if (members.empty()) continue;
      lines.push_back(
          {m_metrics.metrics.size() > 1 ? group.label + u' ' + derivedText(metric) : group.label,
           group.colour, Stress::normal, drawMean(members, x, m_columns, style),
           !m_metrics.own && isBehindOthers(metric),
           m_metrics.own && m_metrics.metrics.size() > 1
               ? static_cast<int>(m_metrics.metrics.indexOf(metric))
               : -1});
    }
}

void PlotCurves::draw(PlotPicture& picture, const PlotStyle& style) const {
  picture.scale = style.scale;
  picture.lines = lines(picture.x, style);
  addMarks(picture);
}

void PlotCurves::addMarks(PlotPicture& picture) const {
  picture.marks.clear();
  picture.gaps.clear();
  picture.best.reset();
  QStringList marked;
  const bool hasSeveral = m_set->runs().size() > 1;
  double bestValue = 0;
  for (const Curve& curve : m_all) {
    if (!marked.contains(curve.key.run) &&
        static_cast<std::size_t>(marked.size()) < mostRunsMarked &&
        !hasOwnPlaces(curve.key.metric)) {
      marked << curve.key.run;
      for (const CurvesOfRun::Resume& resume : m_set->resumes(curve.key.run))
        picture.marks.push_back({curve.axis.placeOf(resume.step), QString::number(resume.attempt),
                                 hasSeveral ? curve.colour : -1});
    }
    const ColumnCurvePtr whole = m_set->whole(curve.key);
    if (!whole) continue;
    for (const CurveBlock& column : whole->columns)
      if (column.gaps > 0)
        picture.gaps.push_back(
            {curve.axis.placeOf(column.firstGap), curve.axis.placeOf(column.lastGap)});
    addBest(curve, *whole, picture, bestValue);
  }
}

void PlotCurves::addBest(const Curve& curve, const ColumnCurve& whole, PlotPicture& picture,
                         double& bestValue) const {
  const auto spot = bestSpot(curve.key.metric, whole.whole);
  const bool isLower = betterValue(curve.key.metric) == BetterValue::lower;
  if (!spot || (picture.best && (isLower ? spot->y >= bestValue : spot->y <= bestValue))) return;
  bestValue = spot->y;
  picture.best = PlotPicture::Best{{curve.axis.placeOf(spot->x), toAxis(spot->y, picture.scale)},
                                   curve.colour,
                                   tr("best %1 at %2").arg(readOut(spot->y), readOut(spot->x))};
}

}  // namespace trainyard
