// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/panel_values.h"

#include <QHash>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/derived_curve.h"
#include "gui/charts/mean_curve.h"

namespace trainyard {

using Reduction = OwnPanel::Reduction;

double reducedValue(const CurveBlock& whole, Reduction reduction) {
  if (whole.finite == 0) return CurveBlock::none;
  switch (reduction) {
    case Reduction::least:
      return whole.lowest.y;
    case Reduction::greatest:
      return whole.highest.y;
    case Reduction::mean:
      return whole.sum / whole.finite;
    case Reduction::last:
      break;
  }
  return whole.last.y;
}

std::vector<PanelValue> groupedValues(const std::vector<PanelValue>& values,
                                      const QList<MeanGroup>& groups, Band band) {
  QHash<QString, qsizetype> groupOf;
  for (qsizetype i = 0; i < groups.size(); ++i)
    for (const QString& run : groups[i].runs) groupOf.insert(run, i);
  std::vector<PanelValue> out;
  QHash<qsizetype, std::vector<double>> xs, ys;
  std::vector<qsizetype> groupAt;  // of each of `out`; -1: a run
  for (const PanelValue& value : values) {
    const qsizetype group = groupOf.value(value.run, -1);
    if (group >= 0) {
      xs[group].push_back(value.x);
      ys[group].push_back(value.y);
      if (ys[group].size() > 1) continue;
    }
    out.push_back(value);
    groupAt.push_back(group);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (groupAt[i] < 0) continue;
    const std::vector<double>& members = ys[groupAt[i]];
    const MeanGroup& group = groups[groupAt[i]];
    const double mean = meanOf(members);
    out[i] = {{},
              group.label,
              group.colour,
              meanOf(xs[groupAt[i]]),
              mean,
              bandOf(members, mean, band),
              static_cast<int>(members.size())};
  }
  return out;
}

bool isLowestBest(Reduction reduction, const QString& metric) {
  if (reduction == Reduction::least) return true;
  if (reduction == Reduction::greatest) return false;
  const QStringList reported = reportedMetrics(metric);
  return reported.size() != 1 ||
         metric_meaning(reported.first().toStdString()).better != BetterValue::higher;
}

const PanelValue* bestOf(const std::vector<PanelValue>& values, bool isLowest) {
  const PanelValue* best = nullptr;
  for (const PanelValue& value : values) {
    if (!std::isfinite(value.y)) continue;
    if (!best || (isLowest ? value.y < best->y : value.y > best->y)) best = &value;
  }
  return best;
}

std::vector<PanelValue> PanelValues::of(const CurveSet& set, const QStringList& metrics,
                                        Reduction reduction, Band band) {
  std::vector<PanelValue> values;
  const auto valueOf = [&](const QString& run, const QString& metric) {
    const ColumnCurvePtr whole = set.whole({run, metric});
    return whole ? reducedValue(whole->whole, reduction) : CurveBlock::none;
  };
  if (metrics.isEmpty()) return values;
  for (const ShownRun& run : set.runs()) {
    PanelValue value{run.run, run.label, std::max(0, run.colour)};
    value.y = valueOf(run.run, metrics.first());
    if (metrics.size() > 1) value.x = valueOf(run.run, metrics[1]);
    if (std::isfinite(value.y) && std::isfinite(value.x)) values.push_back(value);
  }
  return groupedValues(values, set.meanGroups(), band);
}

QString PanelValues::name(Reduction reduction) {
  switch (reduction) {
    case Reduction::least:
      return tr("Min");
    case Reduction::greatest:
      return tr("Max");
    case Reduction::mean:
      return tr("Mean");
    case Reduction::last:
      break;
  }
  return tr("Last");
}

QString PanelValues::title(const QString& text, Reduction reduction) {
  if (text.isEmpty()) return text;
  switch (reduction) {
    case Reduction::least:
      return tr("%1, min").arg(text);
    case Reduction::greatest:
      return tr("%1, max").arg(text);
    case Reduction::mean:
      return tr("%1, mean").arg(text);
    case Reduction::last:
      break;
  }
  return tr("%1, last").arg(text);
}

QString PanelValues::text(const PanelValue& value, Band band) {
  if (!value.band || value.runs < 2) return readOut(value.y);
  if (band == Band::range)
    return tr("%1 (%2 to %3)")
        .arg(readOut(value.y), readOut(value.band->low), readOut(value.band->high));
  return tr("%1 ± %2").arg(readOut(value.y), readOut(value.band->high - value.y));
}

}  // namespace trainyard
