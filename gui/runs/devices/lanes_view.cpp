// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/lanes_view.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/forms/plain_tip.h"
#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/runs/devices/device_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double nodeNameWidth = 96, laneNameWidth = 74, figureWidth = 70, figuresHeadHeight = 22,
                 deviceLaneHeight = 18, deviceLaneGap = 1, nodeGap = 10, lanesAxisHeight = 28,
                 roomForAllFigures = 860, leastTickWidth = 84;
constexpr double smallestLaneDrag = 6, shortestRange = 30;
constexpr std::array allMeasures{DeviceMeasure::load, DeviceMeasure::memory,
                                 DeviceMeasure::temperature, DeviceMeasure::power};

double roundTick(double span, int most) {
  constexpr std::array steps{5.,    10.,   15.,   30.,    60.,    120.,   300.,   600.,   900.,
                             1800., 3600., 7200., 14400., 21600., 43200., 86400., 172800.};
  for (const double step : steps)
    if (span / step <= most) return step;
  return steps.back() * std::ceil(span / steps.back() / most);
}

int figuresIn(int width) { return width >= px(roomForAllFigures) ? 4 : 1; }

}  // namespace

LanesView::LanesView() {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return summary(); });
  look::keepTranslated(this, [this] {
    setAccessibleName(tr("Devices over time"));
    update();
  });
}

void LanesView::show(const QList<DeviceLane>& lanes, bool isOpen) {
  m_lanes = lanes;
  m_isOpen = isOpen;
  updateGeometry();
  update();
}

void LanesView::setMeasure(DeviceMeasure measure) {
  m_measure = measure;
  update();
}

void LanesView::setRange(std::optional<DeviceSpan> range) {
  m_range = range;
  update();
  emit rangeChanged();
}

DeviceSpan LanesView::range() const {
  return m_range.value_or(spanOf(m_lanes).value_or(DeviceSpan{0, 1}));
}

void LanesView::choose(std::optional<double> moment) {
  m_moment = moment;
  update();
}

QString LanesView::momentText() const {
  return m_moment ? DeviceText::moment(m_lanes, *m_moment) : QString();
}

QString LanesView::summary() const {
  if (m_lanes.isEmpty()) return {};
  const QString all = DeviceText::summary(m_lanes, range());
  return m_moment ? all + u"; "_s + momentText() : all;
}

QSize LanesView::sizeHint() const {
  if (m_lanes.isEmpty()) return {px(600), px(120)};
  const QRectF last = laneRect(static_cast<int>(m_lanes.size()) - 1);
  return {px(600), static_cast<int>(last.bottom()) + px(lanesAxisHeight)};
}

bool LanesView::isFirstOfNode(int lane) const {
  return lane == 0 || m_lanes[lane].node != m_lanes[lane - 1].node;
}

QRectF LanesView::laneRect(int lane) const {
  int gaps = 0;
  for (int each = 1; each <= lane; ++each) gaps += isFirstOfNode(each) ? 1 : 0;
  const double left = px(nodeNameWidth + laneNameWidth);
  const double right = width() - px(figureWidth) * figuresIn(width());
  return {left,
          static_cast<double>(px(figuresHeadHeight) + lane * px(deviceLaneHeight + deviceLaneGap) +
                              gaps * px(nodeGap)),
          std::max(1.0, right - left - px(8)), static_cast<double>(px(deviceLaneHeight))};
}

QRectF LanesView::area() const {
  if (m_lanes.isEmpty()) return {};
  return laneRect(0) | laneRect(static_cast<int>(m_lanes.size()) - 1);
}

double LanesView::xOf(double time) const {
  const QRectF room = area();
  const DeviceSpan shown = range();
  return room.left() + (time - shown.begin) / std::max(shown.seconds(), 1e-9) * room.width();
}

double LanesView::timeAt(double x) const {
  const QRectF room = area();
  const DeviceSpan shown = range();
  return shown.begin + (x - room.left()) / std::max(room.width(), 1.0) * shown.seconds();
}

void LanesView::paintEvent(QPaintEvent*) {
  if (m_lanes.isEmpty()) return;
  look::SmoothPainter painter(this);
  paintNames(painter);
  paintAxis(painter);
  for (int lane = 0; lane < m_lanes.size(); ++lane) {
    paintLane(painter, lane);
    paintFigures(painter, lane);
  }
  paintMoment(painter);
  const look::Tokens& now = look::tokens(palette());
  if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
    look::paintFocus(painter, QRectF(rect()).adjusted(1, 1, -1, -1), px(4), now.focus);
}

// Idle is no shade: it is hatched, so that it is seen where loads are low, too.
void LanesView::paintLane(QPainter& painter, int lane) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF room = laneRect(lane);
  const bool isGpu = m_lanes[lane].isGpu();
  const double full = fullValue(m_lanes, m_measure, isGpu);
  const int columns = std::max(1, static_cast<int>(room.width()) / 2);
  const std::vector<LaneCell> cells = laneCells(m_lanes[lane], m_measure, range(), columns);
  const double width = room.width() / columns;
  painter.fillRect(room, now.sunken);
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (!cells[column].value) continue;
    const QRectF cell(room.left() + static_cast<double>(column) * width, room.top(), width + 0.5,
                      room.height());
    if (cells[column].isIdle) {
      painter.fillRect(cell, now.tone(look::Tone::waiting).ground);
      painter.fillRect(cell, QBrush(now.tone(look::Tone::waiting).word, Qt::BDiagPattern));
    } else {
      const double share = full > 0 ? *cells[column].value / full : 0;
      painter.fillRect(cell, look::onRamp(now.areas, std::clamp(share, 0.0, 1.0)));
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void LanesView::paintNames(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  for (int lane = 0; lane < m_lanes.size(); ++lane) {
    const QRectF room = laneRect(lane);
    const QRectF name(px(nodeNameWidth), room.top(), px(laneNameWidth) - px(8), room.height());
    look::paintWords(painter, name, DeviceText::laneName(m_lanes[lane]), Role::caption, now.text3,
                     Qt::AlignRight);
    if (isFirstOfNode(lane))
      look::paintWords(painter, QRectF(0, room.top(), px(nodeNameWidth) - px(6), room.height()),
                       m_lanes[lane].node, Role::help, now.text);
  }
  double right = width();
  for (int column = figuresIn(width()) - 1; column >= 0; --column) {
    const QStringList heads{tr("mean"), tr("memory"), tr("hottest"), tr("power")};
    look::paintWords(painter, QRectF(right - px(figureWidth), 0, px(figureWidth), px(20)),
                     heads[column], Role::caption, now.text3, Qt::AlignRight);
    right -= px(figureWidth);
  }
}

void LanesView::paintFigures(QPainter& painter, int lane) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF room = laneRect(lane);
  const LaneFigures figures = figuresOf(m_lanes[lane], range());
  if (figures.seconds <= 0) return;
  const std::array values{figures.load, figures.memoryGib, figures.celsius, figures.powerWatts};
  const int shown = figuresIn(width());
  for (int column = 0; column < shown; ++column) {
    const auto at = static_cast<std::size_t>(column);
    const double right = width() - px(figureWidth) * (shown - 1 - column);
    look::paintWords(
        painter, QRectF(right - px(figureWidth), room.top(), px(figureWidth), room.height()),
        DeviceText::value(allMeasures[at], values[at]), Role::help, now.text, Qt::AlignRight);
  }
}

void LanesView::paintAxis(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF room = area();
  const DeviceSpan shown = range();
  const double bottom = room.bottom() + px(4);
  painter.fillRect(QRectF(room.left(), bottom, room.width(), 1), now.axis);
  const double tick =
      roundTick(shown.seconds(), std::max(1, static_cast<int>(room.width() / px(leastTickWidth))));
  const auto momentOf = [](double time) {
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000));
  };
  const double zone = momentOf(shown.begin).offsetFromUtc();
  const QString format = tick < 60 ? u"HH:mm:ss"_s : tick < 86400 ? u"HH:mm"_s : tr("d MMM");
  for (double at = std::ceil((shown.begin + zone) / tick) * tick - zone; at <= shown.end;
       at += tick) {
    const double x = std::round(xOf(at));
    painter.fillRect(QRectF(x, bottom, 1, px(4)), now.axis);
    const QRectF text(x - px(40), bottom + px(5), px(80), px(16));
    if (text.right() - px(18) > width()) continue;
    look::paintWords(painter, text, QLocale().toString(momentOf(at), format), Role::caption,
                     now.text3, Qt::AlignHCenter);
  }
}

void LanesView::paintMoment(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const QRectF room = area();
  const DeviceSpan shown = range();
  const auto all = spanOf(m_lanes);
  if (m_isOpen && all && all->end <= shown.end) {
    painter.setPen(QPen(now.accentText, 1, Qt::DotLine));
    const double x = std::round(xOf(all->end)) - 0.5;
    painter.drawLine(QPointF(x, room.top() - px(6)), QPointF(x, room.bottom()));
  }
  if (m_pressed && m_dragged) {
    const QRectF drag(QPointF(m_pressed->x(), room.top()), QPointF(m_dragged->x(), room.bottom()));
    painter.fillRect(drag.normalized() & room, look::withAlpha(now.accent, 0.25));
  }
  if (!m_moment || *m_moment < shown.begin || *m_moment > shown.end) return;
  painter.fillRect(
      QRectF(std::round(xOf(*m_moment)) - 1, room.top() - px(6), 2, room.height() + px(10)),
      now.text);
}

void LanesView::pick(double time) {
  const auto all = spanOf(m_lanes);
  if (!all) return;
  m_moment = std::clamp(time, all->begin, all->end);
  update();
  emit momentChosen(*m_moment);
}

void LanesView::zoom(double centre, double factor) {
  const auto all = spanOf(m_lanes);
  if (!all) return;
  const DeviceSpan shown = range();
  DeviceSpan next{centre - (centre - shown.begin) * factor, centre + (shown.end - centre) * factor};
  next = {std::max(next.begin, all->begin), std::min(next.end, all->end)};
  if (next.seconds() < shortestRange) return;
  if (next == *all)
    setRange(std::nullopt);
  else
    setRange(next);
}

void LanesView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && area().contains(event->position()))
    m_pressed = event->position();
}

void LanesView::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pressed) return;
  m_dragged = event->position();
  update();
}

void LanesView::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_pressed) return;
  const double from = m_pressed->x(), to = event->position().x();
  m_pressed.reset();
  m_dragged.reset();
  if (std::abs(to - from) < smallestLaneDrag) return pick(timeAt(to));
  const DeviceSpan shown = range();
  const DeviceSpan next{std::max(shown.begin, timeAt(std::min(from, to))),
                        std::min(shown.end, timeAt(std::max(from, to)))};
  if (next.seconds() >= shortestRange) setRange(next);
  update();
}

void LanesView::mouseDoubleClickEvent(QMouseEvent*) { setRange(std::nullopt); }

void LanesView::wheelEvent(QWheelEvent* event) {
  // A plain wheel scrolls the page.
  if (!event->modifiers().testFlag(Qt::ControlModifier) || m_lanes.isEmpty())
    return event->ignore();
  zoom(timeAt(event->position().x()), std::pow(0.8, event->angleDelta().y() / 120.0));
  event->accept();
}

void LanesView::keyPressEvent(QKeyEvent* event) {
  const DeviceSpan shown = range();
  const double middle = m_moment.value_or((shown.begin + shown.end) / 2);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const double by = shown.seconds() / 100 * (event->key() == Qt::Key_Left ? -1 : 1);
      return pick(m_moment                       ? *m_moment + by
                  : event->key() == Qt::Key_Left ? shown.end
                                                 : shown.begin);
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(middle, 0.7);
    case Qt::Key_Minus:
      return zoom(middle, 1 / 0.7);
    case Qt::Key_0:
    case Qt::Key_Home:
      return setRange(std::nullopt);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_moment) emit logRequested();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

QString LanesView::tipAt(QPointF point) const {
  for (int lane = 0; lane < m_lanes.size(); ++lane)
    if (laneRect(lane).contains(point)) {
      const double time = timeAt(point.x());
      return DeviceText::clock(time) + u'\n' + DeviceText::sample(m_lanes[lane], time);
    }
  return {};
}

bool LanesView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = tipAt(help->pos());
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), plainTip(text), this);
  return true;
}

}  // namespace trainyard
