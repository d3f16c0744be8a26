// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/own_runs_plot.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double ownPlotHeight = 176, boxPadding = 12, leftOfArea = 48, belowArea = 22,
                 pointSize = 3.5;
constexpr int wantedTicks = 4;

// From values to places, along one direction.
struct OwnAxis {
  double low, high, from, to;
  bool isByRatio = false;

  double coordinate(double value) const { return isByRatio ? std::log10(value) : value; }
  double placeOfCoordinate(double at) const {
    return from + (at - low) / (high - low) * (to - from);
  }
  double placeOf(double value) const { return placeOfCoordinate(coordinate(value)); }
  std::vector<AxisTick> ticks() const {
    return isByRatio ? logarithmicTicks(low, high, wantedTicks)
                     : linearTicks(low, high, wantedTicks);
  }
};

OwnAxis axisOf(double lowest, double highest, double from, double to, bool isByRatio) {
  if (isByRatio) lowest = std::log10(lowest), highest = std::log10(highest);
  const double room = highest > lowest ? 0.06 * (highest - lowest) : std::abs(lowest) * 0.05 + 1e-9;
  return {lowest - room, highest + room, from, to, isByRatio};
}

void paintAxes(QPainter& painter, const QRectF& area, const OwnAxis& x, const OwnAxis& y,
               const look::Tokens& tokens) {
  const double line = look::lineHeight(look::Role::caption);
  for (const AxisTick& tick : y.ticks()) {
    const double at = y.placeOfCoordinate(tick.at);
    painter.fillRect(QRectF(area.left(), at, area.width(), 1), tokens.grid);
    look::paintWords(
        painter, QRectF(area.left() - px(leftOfArea), at - line / 2, px(leftOfArea) - px(6), line),
        tick.text, look::Role::caption, tokens.text3, Qt::AlignRight);
  }
  painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), tokens.axis);
  for (const AxisTick& tick : x.ticks()) {
    const QRectF room(x.placeOfCoordinate(tick.at) - px(30), area.bottom() + px(4), px(60), line);
    look::paintWords(painter, room, tick.text, look::Role::caption, tokens.text3, Qt::AlignHCenter);
  }
}

}  // namespace

OwnRunsPlot::OwnRunsPlot() {
  setFixedHeight(px(ownPlotHeight));
  look::setAccessibleRole(this, QAccessible::Chart);
  look::keepTranslated(this, [this] { retranslate(); });
  hide();
}

void OwnRunsPlot::showRuns(const std::optional<OwnRuns>& runs, const QString& label) {
  m_runs = runs;
  m_label = label;
  setVisible(m_runs.has_value());
  retranslate();
  update();
}

void OwnRunsPlot::retranslate() {
  if (!m_runs) return;
  m_title = tr("Your %1 runs of this kind").arg(m_runs->points.size());
  m_axes = tr("best %1 by value").arg(m_runs->metric);
  const QPointF best = m_runs->best();
  setAccessibleName(tr("%1 by the value of %2: the best is %3, at %4")
                        .arg(m_runs->metric, m_label, readOut(best.y()), shortText(best.x())));
}

QRectF OwnRunsPlot::area() const {
  const double head = px(boxPadding) + look::lineHeight(look::Role::helpName) + px(8);
  return QRectF(rect()).adjusted(px(leftOfArea) + px(4), head, -px(boxPadding) - px(4),
                                 -px(belowArea) - px(4));
}

void OwnRunsPlot::paintEvent(QPaintEvent*) {
  if (!m_runs) return;
  const look::Tokens& tokens = look::tokens(palette());
  look::SmoothPainter painter(this);
  look::paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(8), tokens.plot,
                 tokens.hairline);
  const double inset = px(boxPadding), line = look::lineHeight(look::Role::helpName);
  const QRectF head(inset, inset - px(2), width() - 2 * inset, line);
  look::paintWords(painter, head, m_title, look::Role::helpName, tokens.text);
  look::paintWords(painter, head, m_axes, look::Role::help, tokens.text3, Qt::AlignRight);
  const QRectF area = this->area();
  const auto [low, high] =
      std::ranges::minmax(m_runs->points, {}, [](const QPointF& point) { return point.y(); });
  const OwnAxis x = axisOf(m_runs->points.first().x(), m_runs->points.last().x(), area.left(),
                           area.right(), m_runs->isByRatio());
  const OwnAxis y = axisOf(low.y(), high.y(), area.bottom(), area.top(), false);
  paintAxes(painter, area, x, y, tokens);
  const QPointF best = m_runs->best();
  painter.setPen(Qt::NoPen);
  for (const QPointF& point : m_runs->points) {
    painter.setBrush(point == best ? tokens.tone(look::Tone::completed).word : tokens.text3);
    const double size = px(point == best ? pointSize + 1.5 : pointSize);
    painter.drawEllipse(QPointF(x.placeOf(point.x()), y.placeOf(point.y())), size, size);
  }
}

}  // namespace trainyard
