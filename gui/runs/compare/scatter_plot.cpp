// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/scatter_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double runDotRadius = 5, dotReach = 12;

std::optional<double> settingNumber(const ComparedRun& run, const QString& path) {
  bool isNumber = false;
  const double value = run.settings.value(path).toString().toDouble(&isNumber);
  return isNumber && run.settings.value(path).typeId() != QMetaType::Bool ? std::optional(value)
                                                                          : std::nullopt;
}

}  // namespace

ScatterPlot::ScatterPlot() {
  setMinimumHeight(px(160));
  setMouseTracking(true);
}

bool ScatterPlot::isNumeric(const Comparison& comparison, const QString& path) {
  return std::ranges::count_if(comparison.runs(), [&](const ComparedRun& run) {
           return settingNumber(run, path).has_value();
         }) > 1;
}

void ScatterPlot::show(const Comparison& comparison, const QString& path, const QString& metric) {
  m_dots.clear();
  m_path = path;
  m_metric = metric;
  for (int i = 0; i < comparison.runs().size(); ++i) {
    const ComparedRun& run = comparison.runs()[i];
    const auto x = settingNumber(run, path);
    const auto y = Comparison::bestOf(run, metric);
    if (x && y) m_dots.push_back({*x, *y, run.colour, run.record.run, comparison.label(i)});
  }
  setAccessibleName(
      tr("Best %1 by %2, %n runs", nullptr, static_cast<int>(m_dots.size())).arg(metric, path));
  if (m_dots.empty()) return update();
  const auto [leftmost, rightmost] = std::ranges::minmax(m_dots, {}, &Dot::x);
  const auto [lowest, highest] = std::ranges::minmax(m_dots, {}, &Dot::y);
  m_isLogarithmic = leftmost.x > 0 && rightmost.x / leftmost.x >= 8;
  m_left = scaled(leftmost.x);
  m_right = scaled(rightmost.x);
  const double aside = std::max((m_right - m_left) * 0.08, 1e-12);
  const double above = std::max((highest.y - lowest.y) * 0.15, std::abs(highest.y) * 1e-3);
  m_left -= aside;
  m_right += aside;
  m_low = lowest.y - above;
  m_high = highest.y + above;
  update();
}

double ScatterPlot::scaled(double x) const { return m_isLogarithmic ? std::log10(x) : x; }

QRectF ScatterPlot::area() const {
  return QRectF(rect()).adjusted(px(56), px(10), -px(16), -px(24));
}

QPointF ScatterPlot::place(const Dot& dot) const {
  const QRectF room = area();
  return {room.left() + (scaled(dot.x) - m_left) / (m_right - m_left) * room.width(),
          room.bottom() - (dot.y - m_low) / (m_high - m_low) * room.height()};
}

void ScatterPlot::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  const QRectF room = area();
  if (m_dots.empty()) {
    look::paintWords(painter, rect(), tr("No run has both numbers yet."), Role::body, now.text3,
                     Qt::AlignHCenter);
    return;
  }
  for (const AxisTick& tick : linearTicks(m_low, m_high, 5)) {
    const double y = room.bottom() - (tick.at - m_low) / (m_high - m_low) * room.height();
    painter.setPen(QPen(now.grid, 1));
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    look::paintWords(painter, QRectF(0, y - px(10), room.left() - px(8), px(20)), tick.text,
                     Role::caption, now.text3, Qt::AlignRight);
  }
  painter.setPen(QPen(now.axis, 1));
  painter.drawLine(room.bottomLeft(), room.bottomRight());
  double taken = -1e9;  // a label that would touch the one before it is left out
  std::vector<const Dot*> inOrder;
  for (const Dot& dot : m_dots) inOrder.push_back(&dot);
  std::ranges::stable_sort(inOrder, {}, [](const Dot* dot) { return dot->x; });
  for (const Dot* dot : inOrder) {
    const QString words = shortText(dot->x);
    painter.setFont(look::font(Role::caption));
    const double half = painter.fontMetrics().horizontalAdvance(words) / 2.0;
    const double x = place(*dot).x();
    if (x - half < taken + px(6)) continue;
    taken = x + half;
    look::paintWords(painter, QRectF(x - half - 2, room.bottom() + px(4), 2 * half + 4, px(18)),
                     words, Role::caption, now.text3, Qt::AlignHCenter);
  }
  for (const Dot& dot : m_dots) {
    const QPointF at = place(dot);
    painter.setPen(QPen(now.plot, 1.5));
    painter.setBrush(look::curveColour(dot.colour, palette()));
    painter.drawEllipse(at, runDotRadius, runDotRadius);
    look::paintWords(painter, QRectF(at.x() + px(8), at.y() - px(20), px(80), px(18)),
                     readOut(dot.y), Role::caption, now.text2);
  }
}

const ScatterPlot::Dot* ScatterPlot::under(QPointF position) const {
  const Dot* nearest = nullptr;
  double distance = dotReach;
  for (const Dot& dot : m_dots)
    if (const double d = QLineF(place(dot), position).length(); d < distance) {
      distance = d;
      nearest = &dot;
    }
  return nearest;
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
  if (const Dot* dot = under(event->position())) emit runChosen(dot->run);
}

bool ScatterPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const Dot* dot = under(help->pos()))
    QToolTip::showText(
        help->globalPos(),
        u"%1\n%2 %3\n%4 %5"_s.arg(dot->name, m_path, shortText(dot->x), m_metric, readOut(dot->y)));
  else
    QToolTip::hideText();
  return true;
}

}  // namespace trainyard
