// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer and keyboard interaction of PlotView: zoom by a rectangle or the wheel, pan, reset,
// readout.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/plot_view.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double smallestDrag = 6;      // pixels; shorter ones are clicks
constexpr double readingDistance = 12;  // pixels; points farther from the line are not read out

XRange zoomed(XRange range, double centre, double factor) {
  return {centre - (centre - range.low) * factor, centre + (range.high - centre) * factor};
}

}  // namespace

QPointF PlotView::toPlot(QPointF position) const {
  const QRectF area = chart()->plotArea();
  const double x = (position.x() - area.left()) / std::max(area.width(), 1.0),
               y = (area.bottom() - position.y()) / std::max(area.height(), 1.0);
  return {m_x.low + x * (m_x.high - m_x.low), m_y.low + y * (m_y.high - m_y.low)};
}

QPointF PlotView::toScreen(QPointF coordinate) const {
  const QRectF area = chart()->plotArea();
  return {area.left() + (coordinate.x() - m_x.low) / (m_x.high - m_x.low) * area.width(),
          area.bottom() - (coordinate.y() - m_y.low) / (m_y.high - m_y.low) * area.height()};
}

void PlotView::changeView(std::optional<XRange> x, std::optional<XRange> y) {
  m_xView = x;
  m_yView = y;
  schedule();
  emit xViewChanged(x);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  m_dragStart = m_dragNow = event->position();
  const bool pan =
      event->button() == Qt::MiddleButton ||
      (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
  m_drag = pan ? Drag::pan : event->button() == Qt::LeftButton ? Drag::zoom : Drag::none;
  m_panX = m_x;
  m_panY = m_y;
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
  m_dragNow = event->position();
  if (m_drag == Drag::pan) {
    const QRectF area = chart()->plotArea();
    const double dx = (m_dragNow.x() - m_dragStart.x()) / area.width() * (m_panX.high - m_panX.low);
    const double dy =
        (m_dragNow.y() - m_dragStart.y()) / area.height() * (m_panY.high - m_panY.low);
    changeView(XRange{m_panX.low - dx, m_panX.high - dx},
               XRange{m_panY.low + dy, m_panY.high + dy});
    return;
  }
  const bool inside = chart()->plotArea().contains(m_dragNow);
  m_cursor = inside && m_drag == Drag::none ? std::optional(toPlot(m_dragNow).x()) : std::nullopt;
  emit cursorChanged(m_cursor);
  viewport()->update();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
  const bool wasZoom = m_drag == Drag::zoom;
  m_drag = Drag::none;
  const QPointF moved = event->position() - m_dragStart;
  if (wasZoom && std::abs(moved.x()) > smallestDrag) {
    const QPointF a = toPlot(m_dragStart), b = toPlot(event->position());
    const XRange x{std::min(a.x(), b.x()), std::max(a.x(), b.x())},
        y{std::min(a.y(), b.y()), std::max(a.y(), b.y())};
    // A flat rectangle selects only steps, whatever their values.
    changeView(x, std::abs(moved.y()) > 3 * smallestDrag ? std::optional(y) : std::nullopt);
  }
  viewport()->update();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent*) { changeView(std::nullopt, std::nullopt); }

void PlotView::zoomAround(QPointF position, double factor, Qt::KeyboardModifiers modifiers) {
  const QPointF centre = toPlot(position);
  if (modifiers.testFlag(Qt::ShiftModifier))
    changeView(m_xView, zoomed(m_y, centre.y(), factor));
  else
    changeView(zoomed(m_x, centre.x(), factor), m_yView);
}

void PlotView::wheelEvent(QWheelEvent* event) {
  // A plain wheel scrolls the page that contains the plot.
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return event->ignore();
  const double turns =
      (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  zoomAround(event->position(), std::pow(0.8, turns), event->modifiers());
  event->accept();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
  const QPointF middle = chart()->plotArea().center();
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomAround(middle, 0.7,
                        event->modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier));
    case Qt::Key_Minus:
      return zoomAround(middle, 1 / 0.7, {});
    case Qt::Key_0:
    case Qt::Key_Home:
      return changeView(std::nullopt, std::nullopt);
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const double by = (m_x.high - m_x.low) * (event->key() == Qt::Key_Left ? -0.1 : 0.1);
      return changeView(XRange{m_x.low + by, m_x.high + by}, m_yView);
    }
    default:
      QChartView::keyPressEvent(event);
  }
}

void PlotView::leaveEvent(QEvent* event) {
  m_cursor.reset();
  emit cursorChanged(m_cursor);
  viewport()->update();
  QChartView::leaveEvent(event);
}

void PlotView::drawForeground(QPainter* painter, const QRectF&) {
  const QRectF area = chart()->plotArea();
  painter->save();
  painter->resetTransform();
  const QColor quiet = palette().color(QPalette::PlaceholderText);
  painter->setPen(QPen(quiet, 1, Qt::DashLine));
  for (double mark : m_marks) {
    if (mark < m_x.low || mark > m_x.high) continue;
    const double x = toScreen({mark, m_y.low}).x();
    painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const int width = painter->fontMetrics().horizontalAdvance(tr("resumed"));
    const double left = x + 3 + width > area.right() ? x - 3 - width : x + 3;
    painter->drawText(QPointF(left, area.top() + painter->fontMetrics().ascent()), tr("resumed"));
  }
  painter->setPen(Qt::NoPen);
  for (const Dot& dot : m_dots) {
    if (dot.at.x() < m_x.low || dot.at.x() > m_x.high || dot.at.y() < m_y.low ||
        dot.at.y() > m_y.high)
      continue;
    painter->setBrush(dot.colour);
    painter->drawEllipse(toScreen(dot.at), 1.5, 1.5);
  }
  painter->setBrush(look::toneColour(look::Tone::failed, palette()));
  for (double gap : m_gaps) {
    if (gap < m_x.low || gap > m_x.high) continue;
    const double x = toScreen({gap, m_y.low}).x();
    painter->drawPolygon(QPolygonF{QPointF(x - 4, area.bottom()), QPointF(x + 4, area.bottom()),
                                   QPointF(x, area.bottom() - 7)});
  }
  drawLegend(*painter);
  if (m_cursor) drawCursor(*painter);
  if (m_drag == Drag::zoom && (m_dragNow - m_dragStart).manhattanLength() > smallestDrag) {
    const QColor accent = look::tokens(palette()).accent;
    painter->setPen(accent);
    painter->setBrush(look::withAlpha(accent, 0.16));
    painter->drawRect(QRectF(m_dragStart, m_dragNow).normalized() & area);
  }
  painter->restore();
}

void PlotView::drawLegend(QPainter& painter) const {
  QFont bold = font();
  bold.setWeight(QFont::Medium);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::WindowText));
  const double baseline = 8 + painter.fontMetrics().ascent();
  const QString title = m_panel.metrics.size() > 1 || m_panel.group.isEmpty()
                            ? m_panel.title
                            : m_panel.group + u" / "_s + m_panel.title;
  painter.drawText(QPointF(12, baseline), title);
  painter.setFont(font());
  double x = 12 + QFontMetricsF(bold).horizontalAdvance(title) + 18;
  for (int i = 0; i < m_panel.metrics.size() && m_panel.metrics.size() > 1; ++i) {
    const QString name = m_panel.metrics[i].section(u'/', 0, -2);
    painter.setPen(QPen(look::curveColour(i, palette()), 2.5));
    painter.drawLine(QPointF(x, baseline - 4), QPointF(x + 14, baseline - 4));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QPointF(x + 19, baseline), name);
    x += 19 + painter.fontMetrics().horizontalAdvance(name) + 14;
  }
  // Shows the last value prominently.
  QString last;
  if (m_panel.metrics.size() == 1)
    if (const Series* series = m_curves->series(m_panel.metrics.front());
        series && !series->line().empty())
      last = readOut(series->line().back().y);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const double width = painter.fontMetrics().horizontalAdvance(last);
  if (chart()->size().width() - width - 14 > x)
    painter.drawText(QPointF(chart()->size().width() - width - 14, baseline), last);
}

std::vector<PlotView::Reading> PlotView::readings(double cursor) const {
  std::vector<Reading> all;
  for (int i = 0; i < m_panel.metrics.size(); ++i) {
    const Series* series = m_curves->series(m_panel.metrics[i]);
    const CurvePoint* point = series ? nearestPoint(series->line(), cursor) : nullptr;
    if (!point) continue;
    const auto metric = static_cast<std::size_t>(i);
    Reading reading{metric, *point, std::nullopt};
    if (m_style.smoothing > 0)
      if (const CurvePoint* smooth = nearestPoint(m_smoothed[metric].points(), point->x))
        reading.smoothed = smooth->y;
    all.push_back(reading);
  }
  if (all.empty()) return all;
  const double nearest =
      std::min_element(all.begin(), all.end(), [&](const Reading& a, const Reading& b) {
        return std::abs(a.point.x - cursor) < std::abs(b.point.x - cursor);
      })->point.x;
  const double perPixel = (m_x.high - m_x.low) / std::max(chart()->plotArea().width(), 1.0);
  std::erase_if(all, [&](const Reading& reading) {
    return std::abs(reading.point.x - nearest) > readingDistance * perPixel;
  });
  return all;
}

QString PlotView::words(const Reading& reading) const {
  const QString& metric = m_panel.metrics[static_cast<qsizetype>(reading.metric)];
  const QString name =
      m_panel.metrics.size() > 1 ? metric.section(u'/', 0, -2) + u"  "_s : QString();
  const QString where = m_curves->along() == CurvesModel::Along::steps
                            ? tr("step %1").arg(readOut(reading.point.x))
                            : tr("%1 s").arg(std::round(reading.point.x));
  const QString value =
      reading.smoothed
          ? tr("%1, smoothed %2").arg(readOut(reading.point.y), readOut(*reading.smoothed))
          : readOut(reading.point.y);
  return tr("%1%2  at %3").arg(name, value, where);
}

QStringList PlotView::cursorWords() const {
  QStringList out;
  if (m_cursor)
    for (const Reading& reading : readings(*m_cursor)) out << words(reading);
  return out;
}

void PlotView::drawCursor(QPainter& painter) const {
  const QRectF area = chart()->plotArea();
  QStringList rows;
  std::vector<QColor> colours;
  double at = *m_cursor;
  for (const Reading& reading : readings(*m_cursor)) {
    if (rows.isEmpty()) at = reading.point.x;
    const QColor colour = look::curveColour(static_cast<int>(reading.metric), palette());
    const double y = toAxis(reading.smoothed.value_or(reading.point.y), m_style.scale);
    if (std::isfinite(y) && area.contains(toScreen({reading.point.x, y}))) {
      painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
      painter.setBrush(colour);
      painter.drawEllipse(toScreen({reading.point.x, y}), 4, 4);
    }
    rows << words(reading);
    colours.push_back(colour);
  }
  if (rows.isEmpty()) return;
  const double x = toScreen({at, m_y.low}).x();
  if (x < area.left() - 1 || x > area.right() + 1) return;
  const look::Tokens& now = look::tokens(palette());
  painter.setPen(QPen(now.text2, 1));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));

  const QFontMetricsF metrics(font());
  double width = 0;
  for (const QString& row : rows) width = std::max(width, metrics.horizontalAdvance(row));
  QRectF box(x + 10, area.top() + 8, width + 26, rows.size() * (metrics.height() + 2) + 8);
  if (box.right() > area.right()) box.moveRight(x - 10);
  look::paintBox(painter, box, 6, now.raised, now.line);
  for (int i = 0; i < rows.size(); ++i) {
    const double top = box.top() + 4 + i * (metrics.height() + 2);
    painter.fillRect(QRectF(box.left() + 7, top + metrics.height() / 2 - 4, 8, 8),
                     colours[static_cast<std::size_t>(i)]);
    painter.setPen(now.text);
    painter.drawText(QPointF(box.left() + 20, top + metrics.ascent()), rows[i]);
  }
}

}  // namespace trainyard
