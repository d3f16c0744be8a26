// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/rank_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/accessible.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double rowHeight = 19, eventHeight = 20, axisHeight = 18;
constexpr double placeWidth = 34, nameWidth = 150, lineWidth = 3, eventReach = 6;
constexpr int mostRanks = 12;

QRectF rowRect(double left, double middle, double width) {
  return {left, middle - px(rowHeight) / 2, width, static_cast<double>(px(rowHeight))};
}

}  // namespace

RankStrip::RankStrip(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return summary(); });
}

void RankStrip::show(const Comparison& comparison, const RankHistory& history,
                     std::vector<ComparisonEvent> events) {
  m_comparison = comparison;
  m_history = history;
  m_events = std::move(events);
  setAccessibleName(tr("Places of the runs by %1").arg(comparison.objective()));
  updateGeometry();
  update();
}

QSize RankStrip::sizeHint() const {
  const int rows = std::min(m_history.numRanks(), mostRanks);
  const double events = m_events.empty() ? 0 : eventHeight;
  return {px(300), px(rows * rowHeight + events + axisHeight)};
}

QRectF RankStrip::area() const {
  const double events = m_events.empty() ? 0 : px(eventHeight);
  return QRectF(rect()).adjusted(px(placeWidth), 0, -px(nameWidth), -events - px(axisHeight));
}

double RankStrip::xOf(double step) const {
  const double low = m_history.steps.front(), high = m_history.steps.back();
  return area().left() + (step - low) / (high - low) * area().width();
}

double RankStrip::stepAt(double x) const {
  const double low = m_history.steps.front(), high = m_history.steps.back();
  return std::clamp(low + (x - area().left()) / area().width() * (high - low), low, high);
}

double RankStrip::yOf(int place) const { return area().top() + (place + 0.5) * px(rowHeight); }

void RankStrip::setStep(std::optional<double> step) {
  m_step = step;
  update();
}

std::vector<double> RankStrip::stops() const {
  std::vector<double> all = m_history.changes();
  for (const ComparisonEvent& happened : m_events) all.push_back(happened.step);
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

void RankStrip::goToStop(bool isForward) {
  std::vector<double> all = stops();
  if (!isForward) std::ranges::reverse(all);
  for (const double stop : all)
    if (!m_step || (isForward ? stop > *m_step : stop < *m_step)) return choose(stop);
}

void RankStrip::choose(double step) {
  setStep(step);
  emit stepChosen(step);
}

QString RankStrip::summary() const {
  if (m_history.steps.empty()) return {};
  const double step = m_step.value_or(m_history.steps.back());
  const std::vector<int>& places = m_history.at(step);
  QStringList names(m_history.numRanks());
  for (std::size_t run = 0; run < places.size(); ++run)
    if (places[run] >= 0)
      names[places[run]] =
          u"%1 %2"_s.arg(places[run] + 1).arg(m_comparison.label(static_cast<int>(run)));
  names.removeAll(QString());
  QStringList out{tr("Step %1: %2").arg(readOut(step), names.join(u", "_s))};
  for (const ComparisonEvent& happened : m_events)
    if (happened.step == step) out << WhyText::event(m_comparison, happened);
  return out.join(u". "_s);
}

void RankStrip::paintEvent(QPaintEvent*) {
  if (m_history.steps.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawAxis(painter);
  drawRanks(painter);
  drawEvents(painter);
  if (m_step) {
    painter.setPen(QPen(look::tokens(palette()).text2, 1));
    const double x = xOf(std::clamp(*m_step, m_history.steps.front(), m_history.steps.back()));
    painter.drawLine(QPointF(x, 0), QPointF(x, height() - px(axisHeight)));
  }
  if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
    look::paintFocus(painter, rect(), px(4), look::tokens(palette()).focus);
}

// One line a run, which crosses another one half way between two steps.
void RankStrip::drawRanks(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const int rows = std::min(m_history.numRanks(), mostRanks);
  for (int place = 0; place < rows; ++place)
    look::paintWords(painter, rowRect(0, yOf(place), px(placeWidth) - px(8)),
                     QString::number(place + 1), Role::caption, now.text3, Qt::AlignRight);
  const auto& runs = m_comparison.runs();
  for (qsizetype run = runs.size() - 1; run >= 0; --run) {
    QPainterPath path;
    QPointF last;
    int lastPlace = -1;
    for (std::size_t i = 0; i < m_history.steps.size(); ++i) {
      const int place = m_history.ranks[i][static_cast<std::size_t>(run)];
      if (place < 0 || place >= rows) {
        lastPlace = -1;
        continue;
      }
      const QPointF point(xOf(m_history.steps[i]), yOf(place));
      const double middle = (last.x() + point.x()) / 2;
      if (lastPlace < 0)
        path.moveTo(point);
      else if (place == lastPlace)
        path.lineTo(point);
      else
        path.cubicTo({middle, last.y()}, {middle, point.y()}, point);
      last = point;
      lastPlace = place;
    }
    const QColor colour = look::curveColour(runs[run].colour, palette());
    painter.setPen(QPen(colour, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (lastPlace < 0) continue;
    painter.setBrush(colour);
    painter.drawEllipse(last, lineWidth + 1, lineWidth + 1);
    look::paintWords(painter, rowRect(last.x() + px(10), last.y(), width() - last.x() - px(10)),
                     m_comparison.label(static_cast<int>(run)), Role::helpName, now.text2);
  }
}

void RankStrip::drawEvents(QPainter& painter) const {
  if (m_events.empty()) return;
  const look::Tokens& now = look::tokens(palette());
  const double top = area().bottom() + px(3), bottom = top + px(eventHeight) - px(6);
  for (const ComparisonEvent& happened : m_events) {
    if (happened.step < m_history.steps.front() || happened.step > m_history.steps.back()) continue;
    const double x = xOf(happened.step);
    const QColor colour =
        happened.run < 0 ? now.text2
                         : look::curveColour(m_comparison.runs()[happened.run].colour, palette());
    if (happened.kind == ComparisonEvent::Kind::resume) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(colour);
      painter.drawPolygon(QPolygonF{{x, bottom}, {x - px(5), top}, {x + px(5), top}});
    } else {
      painter.setPen(QPen(colour, 3));
      painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    }
  }
}

void RankStrip::drawAxis(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const double top = height() - px(axisHeight);
  painter.setPen(QPen(now.hairline, 1));
  painter.drawLine(QPointF(area().left(), top), QPointF(area().right(), top));
  const int most = std::clamp(static_cast<int>(area().width() / px(90)), 2, 8);
  for (const AxisTick& tick : linearTicks(m_history.steps.front(), m_history.steps.back(), most))
    look::paintWords(painter,
                     {xOf(tick.at) - px(40), top + 1, double(px(80)), px(axisHeight) - 1.0},
                     tick.text, Role::caption, now.text3, Qt::AlignHCenter);
  look::paintWords(painter, {area().right() + px(50), top + 1, px(60) * 1.0, px(axisHeight) - 1.0},
                   tr("step"), Role::caption, now.text3);
}

void RankStrip::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (m_history.steps.empty()) return;
  // An event that is near enough is meant.
  double step = stepAt(event->position().x());
  if (event->position().y() > area().bottom())
    for (const ComparisonEvent& happened : m_events)
      if (std::abs(xOf(happened.step) - event->position().x()) <= px(eventReach))
        step = happened.step;
  choose(step);
}

void RankStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton) && !m_history.steps.empty())
    choose(stepAt(event->position().x()));
}

void RankStrip::keyPressEvent(QKeyEvent* event) {
  if (m_history.steps.empty()) return QWidget::keyPressEvent(event);
  const auto& steps = m_history.steps;
  const double now = m_step.value_or(steps.back());
  switch (event->key()) {
    case Qt::Key_F8:
      return goToStop(!event->modifiers().testFlag(Qt::ShiftModifier));
    case Qt::Key_Right: {
      const auto next = std::ranges::upper_bound(steps, now);
      return choose(next == steps.end() ? steps.back() : *next);
    }
    case Qt::Key_Left: {
      const auto next = std::ranges::lower_bound(steps, now);
      return choose(next == steps.begin() ? steps.front() : *std::prev(next));
    }
    case Qt::Key_Home:
      return choose(steps.front());
    case Qt::Key_End:
      return choose(steps.back());
    default:
      QWidget::keyPressEvent(event);
  }
}

bool RankStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || m_history.steps.empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (const ComparisonEvent& happened : m_events)
    if (help->pos().y() > area().bottom() &&
        std::abs(xOf(happened.step) - help->pos().x()) <= px(eventReach)) {
      QToolTip::showText(help->globalPos(), WhyText::event(m_comparison, happened).toHtmlEscaped());
      return true;
    }
  QToolTip::hideText();
  return true;
}

}  // namespace trainyard
