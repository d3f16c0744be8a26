// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/history_plot.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

constexpr double historyRadius = 3.2;

}  // namespace

QString HistoryPlot::title() const { return tr("History, %1").arg(content().summary.objective); }

QList<TrialPlot::LegendEntry> HistoryPlot::legend() const {
  return {{Mark::dot, [](const look::Tokens& t) { return t.curves[7]; }, tr("completed")},
          {Mark::ring, [](const look::Tokens& t) { return t.text3; }, tr("pruned")},
          {Mark::line, [](const look::Tokens& t) { return t.accent; }, tr("best so far")}};
}

TrialPlot::Scale HistoryPlot::horizontal() const {
  const auto most = std::max<double>(static_cast<double>(content().summary.wanted),
                                     static_cast<double>(content().numTrials()));
  return {.low = 0.5, .high = most + 0.5};  // trials count from 1 for people
}

bool HistoryPlot::isEmpty() const {
  return std::ranges::none_of(content().values, [](double value) { return std::isfinite(value); });
}

QString HistoryPlot::nothing() const {
  return tr("No point yet; the first comes with the first evaluation of a trial.");
}

// A failed one stands on top, wherever good values are.
std::optional<QPointF> HistoryPlot::pointOf(int trial) const {
  const auto at = static_cast<std::size_t>(trial);
  if (content().states[at] == search::TrialState::failed)
    return QPointF(trial + 1, vertical().high);
  if (!std::isfinite(content().values[at]) || content().states[at] == search::TrialState::running)
    return std::nullopt;
  return QPointF(trial + 1, content().values[at]);
}

void HistoryPlot::paintTrials(QPainter& painter, const PlotMap& map) const {
  const look::Tokens& now = look::tokens(palette());
  const std::vector<double>& best = content().best;
  QList<QLineF> steps;
  QPointF last;
  bool isBegun = false;
  for (std::size_t i = 0; i < best.size(); ++i) {
    if (std::isnan(best[i])) continue;
    const QPointF at = map.toScreen({static_cast<double>(i + 1), best[i]});
    if (isBegun && at.y() == last.y()) continue;
    if (isBegun) {
      steps << QLineF(last, {at.x(), last.y()});
      steps << QLineF({at.x(), last.y()}, at);
    }
    last = at;
    isBegun = true;
  }
  if (isBegun)
    steps << QLineF(last, {map.toScreen({static_cast<double>(best.size()), 0}).x(), last.y()});
  painter.setPen(QPen(now.accent, 2));
  painter.drawLines(steps);
  paintPoints(painter, map, historyRadius);
  if (!isBegun) return;
  const QString words = readOut(content().summary.bestValue);
  const QFontMetricsF metrics(look::font(look::Role::captionName));
  const double width = metrics.horizontalAdvance(words) + 2;
  const double above = last.y() - px(20) < map.area.top() ? px(3) : -px(20);
  const QRectF room(steps.back().x2() - width, last.y() + above, width, px(18));
  painter.fillRect(room, look::withAlpha(now.plot, 0.85));
  look::paintWords(painter, room, words, look::Role::captionName, now.accentText);
}

}  // namespace trainyard
