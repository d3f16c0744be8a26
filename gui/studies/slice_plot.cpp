// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/slice_plot.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double sliceRadius = 2.6, sliceMargin = 0.04;

}  // namespace

void SlicePlot::setParameter(const QString& path) {
  m_path = path;
  renew();
}

const StudyParameter* SlicePlot::parameter() const {
  if (!m_path.isEmpty()) return study()->parameter(m_path);
  const auto parameters = study()->parameters();
  return parameters.empty() ? nullptr : parameters.front();
}

QString SlicePlot::title() const {
  const StudyParameter* shown = parameter();
  return shown ? tr("%1 by %2").arg(content().summary.objective, shown->title) : QString();
}

TrialPlot::Scale SlicePlot::horizontal() const {
  const StudyParameter* shown = parameter();
  Scale scale{.isLogarithmic = shown->isLogarithmic, .names = shown->names};
  double low = INFINITY, high = -INFINITY;
  for (const double value : shown->values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!shown->names.isEmpty()) {
    low = 0;
    high = static_cast<double>(shown->names.size()) - 1;
  }
  scale.isLogarithmic = scale.isLogarithmic && low > 0;
  scale.low = scale.of(low);
  scale.high = scale.of(high);
  const double aside =
      shown->names.isEmpty() ? std::max((scale.high - scale.low) * sliceMargin, 1e-12) : 0.5;
  scale.low -= aside;
  scale.high += aside;
  return scale;
}

bool SlicePlot::isEmpty() const {
  if (!parameter()) return true;
  const auto num = static_cast<int>(content().numTrials());
  for (int trial = 0; trial < num; ++trial)
    if (pointOf(trial)) return false;
  return true;
}

QString SlicePlot::nothing() const { return tr("No trial has a value yet."); }

std::optional<QPointF> SlicePlot::pointOf(int trial) const {
  const auto at = static_cast<std::size_t>(trial);
  const StudyParameter* shown = parameter();
  if (!shown || !std::isfinite(shown->values[at]) || !std::isfinite(content().values[at]) ||
      (content().states[at] != search::TrialState::complete &&
       content().states[at] != search::TrialState::pruned))
    return std::nullopt;
  const double x = shown->values[at];
  return QPointF(shown->isLogarithmic && x > 0 ? std::log10(x) : x, content().values[at]);
}

void SlicePlot::paintTrials(QPainter& painter, const PlotMap& map) const {
  paintPoints(painter, map, sliceRadius);
}

}  // namespace trainyard
