// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/lane_view.h"

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
#include "gui/forms/quantity_text.h"
#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double nodeWidth = 74, axisHeight = 24, legendHeight = 26, laneGap = 12;
constexpr double edgeReach = 5;
constexpr qint64 secondsOfKey = 900;
constexpr double lowestLane = 22, usualLane = 34, highestLane = 60, narrowestTick = 76;
constexpr std::array allKinds{LaneBar::Kind::others, LaneBar::Kind::mine, LaneBar::Kind::before,
                              LaneBar::Kind::expected};

struct BarColours {
  QColor ground, border, text;
  bool isDashed = false;
};

BarColours coloursOf(LaneBar::Kind kind, const look::Tokens& t) {
  switch (kind) {
    case LaneBar::Kind::others:
      return {t.press, t.line, t.text3};
    case LaneBar::Kind::mine:
      return {t.accent, t.accent, t.onAccent};
    case LaneBar::Kind::before:
      return {t.tone(look::Tone::waiting).ground, t.tone(look::Tone::waiting).word,
              t.tone(look::Tone::waiting).word, true};
    case LaneBar::Kind::expected:
      return {t.tone(look::Tone::running).ground, t.accent, t.accentText, true};
  }
  return {};
}

void paintBar(QPainter& painter, const QRectF& bar, const BarColours& colours) {
  if (!colours.isDashed) return look::paintBox(painter, bar, px(3), colours.ground, colours.border);
  look::paintBox(painter, bar, px(3), colours.ground);
  painter.setPen(QPen(colours.border, 1, Qt::CustomDashLine));
  QPen pen = painter.pen();
  pen.setDashPattern({4, 3});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), px(3), px(3));
}

// Seconds between two ticks: a round number of them.
double tickOf(double span, int mostTicks) {
  constexpr std::array steps{300.0,   900.0,   1800.0,  3600.0,  7200.0,
                             14400.0, 28800.0, 43200.0, 86400.0, 172800.0};
  for (const double step : steps)
    if (span / step <= mostTicks) return step;
  return steps.back() * std::ceil(span / steps.back() / mostTicks);
}

}  // namespace

LaneView::LaneView() {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return current(); });
  look::keepTranslated(this, [this] {
    setAccessibleName(tr("Nodes over time"));
    update();
  });
}

void LaneView::show(const LanePlan& plan, const LaneText::Names& names) {
  m_plan = plan;
  m_names = names;
  if (!barAt(m_current)) m_current = {};
  setAccessibleDescription(current());
  updateGeometry();
  update();
}

QString LaneView::current() const { return details(m_current); }

QSize LaneView::sizeHint() const {
  const auto lanes = static_cast<int>(m_plan.lanes.size());
  return {px(600), px(axisHeight + legendHeight) + lanes * px(usualLane + laneGap)};
}

QSize LaneView::minimumSizeHint() const {
  const auto lanes = static_cast<int>(m_plan.lanes.size());
  return {px(280), px(axisHeight + legendHeight) + lanes * px(lowestLane + laneGap)};
}

QRectF LaneView::laneRect(int lane) const {
  const auto number = static_cast<double>(std::max<qsizetype>(m_plan.lanes.size(), 1));
  const double each = (height() - px(axisHeight + legendHeight)) / number;
  const double high = std::clamp<double>(each - px(laneGap), px(lowestLane), px(highestLane));
  return {static_cast<double>(px(nodeWidth)), lane * (high + px(laneGap)) + 2.0,
          width() - px(nodeWidth) - 2.0, high};
}

double LaneView::xOf(double time) const {
  const QRectF lane = laneRect(0);
  const double span = std::max(m_plan.end - m_plan.now, 1.0);
  const double share = std::isfinite(time) ? (time - m_plan.now) / span : 1;
  return lane.left() + std::clamp(share, 0.0, 1.0) * lane.width();
}

const LaneBar* LaneView::barAt(Place place) const {
  if (place.lane < 0 || place.lane >= m_plan.lanes.size()) return nullptr;
  const QList<LaneBar>& bars = m_plan.lanes[place.lane].bars;
  return place.bar >= 0 && place.bar < bars.size() ? &bars[place.bar] : nullptr;
}

QRectF LaneView::barRect(Place place) const {
  const LaneBar* bar = barAt(place);
  if (!bar) return {};
  const QRectF lane = laneRect(place.lane).adjusted(1, 1, -1, -1);
  const double row = lane.height() / m_plan.lanes[place.lane].size;
  const double left = std::max(xOf(bar->begin), lane.left());
  const double right = std::min(xOf(bar->end), lane.right());
  return QRectF(left + 0.5, lane.top() + bar->row * row + 0.5, std::max(right - left - 1, 2.0),
                std::max(bar->rows * row - 1, 2.0));
}

LaneView::Place LaneView::at(QPointF point) const {
  for (int lane = 0; lane < m_plan.lanes.size(); ++lane)
    for (int bar = 0; bar < m_plan.lanes[lane].bars.size(); ++bar)
      if (barRect({lane, bar}).contains(point)) return {lane, bar};
  return {};
}

QString LaneView::details(Place place) const {
  const LaneBar* bar = barAt(place);
  return bar ? LaneText::details(m_plan.lanes[place.lane], *bar, m_names, m_plan) : QString();
}

void LaneView::go(Place place) {
  if (!barAt(place)) return;
  m_current = place;
  setAccessibleDescription(current());
  setToolTip(QString());
  update();
}

void LaneView::setGhost(std::optional<LaneGhost> ghost) {
  m_ghost = ghost;
  update();
}

LaneView::Place LaneView::expected() const {
  for (int lane = 0; lane < m_plan.lanes.size(); ++lane)
    for (int bar = 0; bar < m_plan.lanes[lane].bars.size(); ++bar)
      if (m_plan.lanes[lane].bars[bar].kind == LaneBar::Kind::expected) return {lane, bar};
  return {};
}

// As it is dragged, or as it is.
LaneGhost LaneView::shape() const {
  if (m_ghost) return *m_ghost;
  const LaneBar* bar = barAt(expected());
  return bar ? LaneGhost{bar->begin, bar->end, bar->rows} : LaneGhost();
}

// In the lane of the chosen job, from the same row.
QRectF LaneView::ghostRect() const {
  const Place place = expected();
  const LaneBar* bar = barAt(place);
  if (!bar) return {};
  const LaneGhost ghost = shape();
  const QRectF lane = laneRect(place.lane).adjusted(1, 1, -1, -1);
  const double row = lane.height() / m_plan.lanes[place.lane].size;
  const double left = xOf(ghost.begin), right = xOf(ghost.end);
  return {left + 0.5, lane.top() + bar->row * row + 0.5, std::max(right - left - 1, 2.0),
          std::max(ghost.rows * row - 1, 2.0)};
}

LaneView::Edge LaneView::edgeAt(QPointF point) const {
  const QRectF bar = ghostRect();
  if (!m_isDraggable || bar.isEmpty()) return Edge::none;
  const double reach = px(edgeReach);
  if (!bar.adjusted(-reach, -reach, reach, reach).contains(point)) return Edge::none;
  if (std::abs(point.x() - bar.right()) <= reach) return Edge::right;
  return std::abs(point.y() - bar.bottom()) <= reach ? Edge::lower : Edge::none;
}

void LaneView::dragTo(QPointF point) {
  const QRectF lane = laneRect(expected().lane), bar = ghostRect();
  const LaneGhost ghost = shape();
  double seconds = ghost.end - ghost.begin;
  int rows = ghost.rows;
  if (m_edge == Edge::right)
    seconds = (point.x() - bar.left()) / lane.width() * (m_plan.end - m_plan.now);
  else
    rows = static_cast<int>(std::lround((point.y() - bar.top()) /
                                        (lane.height() / m_plan.lanes[expected().lane].size)));
  emit dragged(static_cast<qint64>(std::max(seconds, 1.0)), std::max(rows, 1));
}

bool LaneView::dragByKey(int across, int down) {
  if (!m_isDraggable || !barAt(expected())) return false;
  const LaneGhost ghost = shape();
  emit dragged(static_cast<qint64>(ghost.end - ghost.begin) + across * secondsOfKey,
               std::max(ghost.rows + down, 1));
  return true;
}

void LaneView::keyPressEvent(QKeyEvent* event) {
  const int across = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  const int down = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
  if (across == 0 && down == 0) return QWidget::keyPressEvent(event);
  if (event->modifiers().testFlag(Qt::ControlModifier) && dragByKey(across, down)) return;
  Place next = m_current;
  if (!barAt(next)) {
    next = {0, 0};
  } else if (across != 0) {
    next.bar += across;
  } else {
    next = {next.lane + down, 0};
  }
  // A lane without bars is passed over.
  while (down != 0 && next.lane >= 0 && next.lane < m_plan.lanes.size() && !barAt(next))
    next.lane += down;
  go(next);
  if (const QString text = current(); !text.isEmpty())
    QToolTip::showText(mapToGlobal(barRect(m_current).bottomLeft().toPoint()), plainTip(text),
                       this);
}

void LaneView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) m_edge = edgeAt(event->position());
  go(at(event->position()));
}

void LaneView::mouseMoveEvent(QMouseEvent* event) {
  if (m_edge != Edge::none) return dragTo(event->position());
  const Edge edge = edgeAt(event->position());
  setCursor(edge == Edge::right   ? Qt::SizeHorCursor
            : edge == Edge::lower ? Qt::SizeVerCursor
                                  : Qt::ArrowCursor);
}

void LaneView::mouseReleaseEvent(QMouseEvent*) { m_edge = Edge::none; }

bool LaneView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Place place = at(help->pos());
  if (barAt(place))
    QToolTip::showText(help->globalPos(), plainTip(details(place)), this,
                       barRect(place).toAlignedRect());
  else
    QToolTip::hideText();
  return true;
}

void LaneView::paintEvent(QPaintEvent*) {
  if (m_plan.lanes.isEmpty()) return;
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  paintAxis(painter, now);
  for (int lane = 0; lane < m_plan.lanes.size(); ++lane) paintLane(painter, now, lane);
  if (m_ghost) paintBar(painter, ghostRect(), coloursOf(LaneBar::Kind::expected, now));
  const QRectF last = laneRect(static_cast<int>(m_plan.lanes.size()) - 1);
  painter.fillRect(QRectF(last.left() - 0.75, 0, 1.5, last.bottom() + px(6)), now.text);
  paintLegend(painter, now);
  if (hasFocus() && barAt(m_current))
    look::paintFocus(painter, barRect(m_current), px(3), now.focus);
  else if (hasFocus())
    look::paintFocus(painter, QRectF(rect()).adjusted(1, 1, -1, -1), px(4), now.focus);
}

void LaneView::paintAxis(QPainter& painter, const look::Tokens& now) const {
  const QRectF last = laneRect(static_cast<int>(m_plan.lanes.size()) - 1);
  const double bottom = last.bottom() + px(6), span = m_plan.end - m_plan.now;
  const double tick = tickOf(span, std::max(1, static_cast<int>(last.width() / px(narrowestTick))));
  const double offset = QDateTime::fromSecsSinceEpoch(qint64(m_plan.now)).offsetFromUtc();
  for (double time = std::ceil((m_plan.now + offset) / tick) * tick - offset; time < m_plan.end;
       time += tick) {
    const double x = std::round(xOf(time));
    painter.fillRect(QRectF(x, 0, 1, bottom), now.grid);
    if (x - last.left() < px(46)) continue;
    look::paintWords(painter, QRectF(x - px(40), bottom, px(80), px(16)),
                     QuantityText::clock(time, m_plan.now), Role::caption, now.text3,
                     Qt::AlignHCenter);
  }
  look::paintWords(painter, QRectF(last.left() - px(40), bottom, px(80), px(16)), tr("now"),
                   Role::captionName, now.text, Qt::AlignHCenter);
}

void LaneView::paintLane(QPainter& painter, const look::Tokens& now, int lane) const {
  const QRectF rect = laneRect(lane);
  const Lane& shown = m_plan.lanes[lane];
  look::paintWords(painter, QRectF(0, rect.top(), px(nodeWidth) - px(8), rect.height()),
                   LaneText::node(shown), Role::caption, now.text);
  look::paintBox(painter, rect, px(4), now.subtle, now.hairline);
  for (int bar = 0; bar < shown.bars.size(); ++bar) {
    const QRectF area = barRect({lane, bar});
    const BarColours colours = coloursOf(shown.bars[bar].kind, now);
    paintBar(painter, area, colours);
    if (area.height() >= look::lineHeight(Role::caption) && area.width() > px(40))
      look::paintWords(painter, area.adjusted(px(9), 0, -px(6), 0),
                       LaneText::bar(shown.bars[bar], m_names, m_plan.now), Role::captionName,
                       colours.text);
  }
}

void LaneView::paintLegend(QPainter& painter, const look::Tokens& now) const {
  const QRectF last = laneRect(static_cast<int>(m_plan.lanes.size()) - 1);
  const double top = last.bottom() + px(6) + px(axisHeight);
  const QFontMetricsF metrics(look::font(Role::help));
  double left = 0;
  for (const LaneBar::Kind kind : allKinds) {
    const QString text = LaneText::kind(kind);
    const double width = px(20) + metrics.horizontalAdvance(text);
    if (left + width > this->width()) return;
    paintBar(painter, QRectF(left, top + px(4), px(14), px(10)), coloursOf(kind, now));
    look::paintWords(painter, QRectF(left + px(20), top, width, px(18)), text, Role::help,
                     now.text2);
    left += width + px(18);
  }
  const QString scale = LaneText::scale(m_plan);
  if (left + metrics.horizontalAdvance(scale) <= width())
    look::paintWords(painter, QRectF(left, top, width() - left, px(18)), scale, Role::help,
                     now.text3, Qt::AlignRight);
}

}  // namespace trainyard
