// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer and keyboard interaction of PlotPanel: zoom by a rectangle or the wheel, pan, reset,
// readout.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "gui/charts/plot_panel.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double smallestDrag = 6;     // pixels; shorter ones are clicks
constexpr double readingDistance = 8;  // pixels; points farther from the line are not read out

std::optional<XRange> bandAt(const std::vector<BandPlace>& band, double x) {
  const auto at =
      std::lower_bound(band.begin(), band.end(), x,
                       [](const BandPlace& place, double value) { return place.x < value; });
  if (at == band.end()) return std::nullopt;
  return XRange{at->low, at->high};
}

XRange zoomed(XRange range, double centre, double factor) {
  return {centre - (centre - range.low) * factor, centre + (range.high - centre) * factor};
}

}  // namespace

void PlotPanel::changeView(std::optional<XRange> x, std::optional<XRange> y) {
  m_xView = x;
  m_yView = y;
  schedule(0);
  emit xViewChanged(x);
}

void PlotPanel::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (!plotArea().contains(event->position())) return;
  m_dragStart = m_dragNow = event->position();
  const bool isPan =
      event->button() == Qt::MiddleButton ||
      (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
  m_drag = isPan ? Drag::pan : event->button() == Qt::LeftButton ? Drag::zoom : Drag::none;
  m_panX = m_picture.x;
  m_panY = m_picture.y;
}

void PlotPanel::mouseMoveEvent(QMouseEvent* event) {
  m_dragNow = event->position();
  const QRectF area = plotArea();
  if (m_drag == Drag::pan) {
    const double dx = (m_dragNow.x() - m_dragStart.x()) / area.width() * (m_panX.high - m_panX.low);
    const double dy =
        (m_dragNow.y() - m_dragStart.y()) / area.height() * (m_panY.high - m_panY.low);
    changeView(XRange{m_panX.low - dx, m_panX.high - dx},
               XRange{m_panY.low + dy, m_panY.high + dy});
    return;
  }
  m_isUnderPointer = area.contains(m_dragNow) && m_drag == Drag::none;
  m_cursor = m_isUnderPointer ? std::optional(toPlot(m_dragNow).x()) : std::nullopt;
  emit cursorChanged(m_cursor);
  showHover();
}

void PlotPanel::mouseReleaseEvent(QMouseEvent* event) {
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
  showHover();
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent*) { changeView(std::nullopt, std::nullopt); }

void PlotPanel::zoomAround(QPointF position, double factor, Qt::KeyboardModifiers modifiers) {
  const QPointF centre = toPlot(position);
  if (modifiers.testFlag(Qt::ShiftModifier))
    changeView(m_xView, zoomed(m_picture.y, centre.y(), factor));
  else
    changeView(zoomed(m_picture.x, centre.x(), factor), m_yView);
}

void PlotPanel::wheelEvent(QWheelEvent* event) {
  // A plain wheel scrolls the page that contains the plot.
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return event->ignore();
  const double turns =
      (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  zoomAround(event->position(), std::pow(0.8, turns), event->modifiers());
  event->accept();
}

void PlotPanel::keyPressEvent(QKeyEvent* event) {
  const QPointF middle = plotArea().center();
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
      const double by =
          (m_picture.x.high - m_picture.x.low) * (event->key() == Qt::Key_Left ? -0.1 : 0.1);
      return changeView(XRange{m_picture.x.low + by, m_picture.x.high + by}, m_yView);
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit enlargeRequested();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void PlotPanel::leaveEvent(QEvent* event) {
  m_isUnderPointer = false;
  m_cursor.reset();
  emit cursorChanged(m_cursor);
  showHover();
  QWidget::leaveEvent(event);
}

void PlotPanel::setCursor(std::optional<double> place) {
  m_isUnderPointer = false;
  m_cursor = place;
  showHover();
}

std::vector<PlotPanel::Reading> PlotPanel::readings(double cursor) const {
  std::vector<Reading> all;
  for (std::size_t i = 0; i < m_picture.lines.size(); ++i) {
    const DrawnCurve& drawn = m_picture.lines[i].drawn;
    const CurvePoint* point = nearestPoint(drawn.points, cursor);
    if (!point) continue;
    Reading reading{i, *point, std::nullopt, bandAt(drawn.band, point->x)};
    if (drawn.smooth)
      if (const CurvePoint* smooth = nearestPoint(drawn.smoothed, point->x))
        reading.smoothed = smooth->y;
    all.push_back(reading);
  }
  if (all.empty()) return all;
  const double nearest =
      std::min_element(all.begin(), all.end(), [&](const Reading& a, const Reading& b) {
        return std::abs(a.point.x - cursor) < std::abs(b.point.x - cursor);
      })->point.x;
  const double perPixel = (m_picture.x.high - m_picture.x.low) / std::max(plotArea().width(), 1.0);
  std::erase_if(all, [&](const Reading& reading) {
    return std::abs(reading.point.x - nearest) > readingDistance * perPixel;
  });
  std::stable_sort(all.begin(), all.end(), [](const Reading& a, const Reading& b) {
    return a.smoothed.value_or(a.point.y) < b.smoothed.value_or(b.point.y);
  });
  return all;
}

QString PlotPanel::words(const Reading& reading) const {
  const QString& label = m_picture.lines[reading.line].label;
  const QString value =
      reading.band ? tr("%1, from %2 to %3")
                         .arg(readOut(reading.point.y), readOut(reading.band->low),
                              readOut(reading.band->high))
      : reading.smoothed
          ? tr("%1, smoothed %2").arg(readOut(reading.point.y), readOut(*reading.smoothed))
          : readOut(reading.point.y);
  return tr("%1%2  at %3")
      .arg(label.isEmpty() ? label : label + u"  "_s, value,
           PlaceText::words(unit(), reading.point.x));
}

QStringList PlotPanel::cursorWords() const {
  QStringList out;
  if (m_cursor)
    for (const Reading& reading : readings(*m_cursor)) out << words(reading);
  return out;
}

// Of too many readings those that lie nearest to the pointer, in their order.
void PlotPanel::keepNearest(std::vector<Reading>& all, std::size_t most) const {
  const PlotMap map = m_picture.map(rect());
  const auto distance = [&](const Reading& reading) {
    const double y = toAxis(reading.smoothed.value_or(reading.point.y), scale());
    return std::isfinite(y) ? std::abs(map.toScreen({reading.point.x, y}).y() - m_dragNow.y())
                            : std::numeric_limits<double>::infinity();
  };
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return distance(all[a]) < distance(all[b]);
  });
  order.resize(std::min(most, order.size()));
  std::sort(order.begin(), order.end());
  std::vector<Reading> kept;
  for (const std::size_t one : order) kept.push_back(all[one]);
  all = std::move(kept);
}

PlotReadout PlotPanel::readoutOf(std::vector<Reading> all) const {
  PlotReadout readout;
  const auto& first =
      *std::min_element(all.begin(), all.end(), [&](const Reading& a, const Reading& b) {
        return std::abs(a.point.x - *m_cursor) < std::abs(b.point.x - *m_cursor);
      });
  readout.head = PlaceText::words(unit(), first.point.x);
  if (unit() == PlaceUnit::steps && !m_set->runs().isEmpty())
    if (const auto tokens =
            m_set->steps(m_set->runs().first().run).known(Along::tokens, first.point.x))
      readout.head = tr("%1, %2").arg(readout.head, PlaceText::tokens(*tokens));
  if (const std::size_t room = PlotOverlay::numRows(height()); all.size() > room) {
    readout.more = tr("%1 more").arg(all.size() - (room - 1));
    keepNearest(all, room - 1);
  }
  for (const Reading& reading : all) {
    const PlotPicture::Line& line = m_picture.lines[reading.line];
    readout.rows.push_back(
        {line.colour, line.label.isEmpty() ? m_picture.title : line.label,
         readOut(reading.smoothed.value_or(reading.point.y)),
         reading.band ? tr("%1 to %2").arg(readOut(reading.band->low), readOut(reading.band->high))
         : reading.smoothed ? readOut(reading.point.y)
                            : QString()});
  }
  return readout;
}

void PlotPanel::showHover() {
  PlotHover hover;
  const PlotMap map = m_picture.map(rect());
  hover.area = map.area;
  if (m_drag == Drag::zoom && (m_dragNow - m_dragStart).manhattanLength() > smallestDrag)
    hover.selection = QRectF(m_dragStart, m_dragNow).normalized();
  if (m_cursor) {
    const double x = map.toScreen({*m_cursor, m_picture.y.low}).x();
    if (x >= map.area.left() - 1 && x <= map.area.right() + 1) hover.x = x;
    std::vector<Reading> all = readings(*m_cursor);
    for (const Reading& reading : all) {
      const double y = toAxis(reading.smoothed.value_or(reading.point.y), scale());
      const QPointF at = map.toScreen({reading.point.x, y});
      if (std::isfinite(y) && map.area.contains(at))
        hover.dots.push_back({at, m_picture.lines[reading.line].colour});
    }
    if (m_isUnderPointer && !all.empty()) hover.readout = readoutOf(std::move(all));
  }
  m_overlay->setHover(hover);
}

}  // namespace trainyard
