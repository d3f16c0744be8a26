// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/night_chart.h"

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
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double nightRow = 30, nightNames = 200, nightAxis = 22, barInset = 7, anHour = 3600;
constexpr int mostHourTicks = 8;

look::Tone toneOf(const NightOutcome& run, bool isOutcome) {
  if (!isOutcome) return look::Tone::running;
  return run.state == RunState::completed ? look::Tone::completed
         : isOpen(run.state)              ? look::Tone::running
                                          : look::Tone::failed;
}

}  // namespace

NightChart::NightChart(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return details(m_current); });
}

void NightChart::showPlan(const NightPlan& plan, double now) {
  QList<Bar> bars;
  for (const NightRow& row : plan.rows) bars << Bar{{row, RunState::running, 0, 0, false}, false};
  show(std::move(bars), now);
  setAccessibleName(tr("Runs of tonight"));
}

void NightChart::showOutcomes(const QList<NightOutcome>& outcomes, double now) {
  QList<Bar> bars;
  for (const NightOutcome& outcome : outcomes) bars << Bar{outcome, true};
  show(std::move(bars), now);
  setAccessibleName(tr("Runs of last night"));
}

void NightChart::show(QList<Bar> bars, double now) {
  m_bars = std::move(bars);
  m_now = now;
  m_current = std::clamp<qsizetype>(m_current, 0, std::max<qsizetype>(m_bars.size() - 1, 0));
  m_low = m_high = now;
  for (const Bar& bar : std::as_const(m_bars)) {
    const NightRow& said = bar.run.said;
    if (bar.isOutcome && said.start > 0) m_low = std::min(m_low, said.start);
    for (const double time : {said.latest, bar.run.end}) m_high = std::max(m_high, time);
  }
  if (m_high - m_low < anHour) m_high = m_low + anHour;
  m_high += (m_high - m_low) * 0.03;
  updateGeometry();
  update();
}

QSize NightChart::sizeHint() const {
  return {px(500), px(static_cast<double>(m_bars.size()) * nightRow + nightAxis)};
}

double NightChart::xOf(double time) const {
  const double left = px(nightNames);
  return left + std::clamp((time - m_low) / (m_high - m_low), 0.0, 1.0) * (width() - left - px(8));
}

QRectF NightChart::rowRect(qsizetype row) const {
  return {0, static_cast<double>(row) * px(nightRow), static_cast<double>(width()),
          static_cast<double>(px(nightRow))};
}

qsizetype NightChart::rowAt(QPointF point) const {
  const auto row = static_cast<qsizetype>(point.y() / px(nightRow));
  return row >= 0 && row < m_bars.size() ? row : -1;
}

QString NightChart::details(qsizetype row) const {
  if (row < 0 || row >= m_bars.size()) return {};
  const NightOutcome& run = m_bars[row].run;
  const NightRow& said = run.said;
  const auto clock = [this](double time) {
    return time > 0 ? QuantityText::clock(time, m_now) : tr("not known");
  };
  const QString where = TargetText::name(said.target);
  QStringList out{u"%1, %2"_s.arg(said.name, where)};
  if (m_bars[row].isOutcome) {
    out << tr("it started %1 (said: %2)").arg(clock(run.start), clock(said.start))
        << tr("it ended %1 (said: %2)").arg(clock(run.end), clock(said.end));
  } else {
    out << (said.isRunning ? tr("it has run since %1") : tr("it starts %1")).arg(clock(said.start))
        << (said.isLimit || said.isCut ? tr("its time limit ends it %1") : tr("it ends %1"))
               .arg(clock(said.end));
    if (said.latest > said.end + 60) out << tr("at the latest about %1").arg(clock(said.latest));
  }
  return out.join(u"; "_s);
}

void NightChart::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  paintHours(painter);
  for (qsizetype row = 0; row < m_bars.size(); ++row) paintRow(painter, row);
  const double bottom = static_cast<double>(m_bars.size()) * px(nightRow);
  painter.fillRect(QRectF(xOf(m_now) - 0.75, 0, 1.5, bottom), look::tokens(palette()).text);
  if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange) && !m_bars.isEmpty())
    look::paintFocus(painter, rowRect(m_current).adjusted(1, 1, -1, -1), px(4),
                     look::tokens(palette()).focus);
}

void NightChart::paintRow(QPainter& painter, qsizetype row) const {
  const look::Tokens& now = look::tokens(palette());
  const auto& [run, isOutcome] = m_bars[row];
  const NightRow& said = run.said;
  const QRectF rect = rowRect(row);
  look::paintWords(painter, QRectF(0, rect.top(), px(nightNames) - px(10), rect.height()),
                   said.name, Role::helpName, now.text);
  const auto barOf = [&](double begin, double end) {
    return QRectF(xOf(begin), rect.top() + px(barInset), std::max(xOf(end) - xOf(begin), 3.0),
                  rect.height() - 2 * px(barInset));
  };
  const auto paintSaid = [&](const QColor& ground, const QColor& border) {
    const QRectF bar = barOf(said.start, said.end);
    look::paintBox(painter, bar, px(3), ground);
    painter.setPen(QPen(border, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(bar, px(3), px(3));
  };
  const auto& tone = now.tone(toneOf(run, isOutcome));
  if (said.start <= 0 || said.end <= 0) {
    look::paintWords(painter, QRectF(xOf(m_now) + px(8), rect.top(), px(260), rect.height()),
                     said.start <= 0 ? tr("its start is not known") : tr("its end is not known"),
                     Role::help, now.text3);
  } else if (isOutcome || !said.isRunning) {
    paintSaid(isOutcome ? now.plot : tone.ground, isOutcome ? now.text3 : now.accent);
  } else {
    look::paintBox(painter, barOf(std::max(said.start, m_low), said.end), px(3), now.accent);
  }
  if (!isOutcome && said.latest > said.end) {
    painter.setPen(QPen(said.isCut ? now.tone(look::Tone::failed).word : now.text3, 1));
    painter.drawLine(QPointF(xOf(said.end), rect.center().y()),
                     QPointF(xOf(said.latest), rect.center().y()));
  }
  if (isOutcome && run.start > 0)
    look::paintBox(painter,
                   barOf(run.start, run.end > 0 ? run.end : m_now).adjusted(0, px(3), 0, -px(3)),
                   px(3), tone.ground, tone.word);
}

void NightChart::paintHours(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  constexpr std::array hours{1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0};
  double tick = hours.back() * anHour;
  for (const double each : hours)
    if ((m_high - m_low) / (each * anHour) <= mostHourTicks) {
      tick = each * anHour;
      break;
    }
  const double bottom = static_cast<double>(m_bars.size()) * px(nightRow);
  const double offset = QDateTime::fromSecsSinceEpoch(qint64(m_now)).offsetFromUtc();
  for (double time = std::ceil((m_low + offset) / tick) * tick - offset; time < m_high;
       time += tick) {
    painter.fillRect(QRectF(std::round(xOf(time)), 0, 1, bottom), now.grid);
    look::paintWords(painter, QRectF(xOf(time) - px(40), bottom + 2, px(80), px(16)),
                     QuantityText::clock(time, m_now), Role::caption, now.text3, Qt::AlignHCenter);
  }
}

void NightChart::choose(qsizetype row) {
  if (row >= 0 && row < m_bars.size()) emit runChosen(m_bars[row].run.said.run);
}

void NightChart::mousePressEvent(QMouseEvent* event) { choose(rowAt(event->position())); }

void NightChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
      m_current = std::clamp<qsizetype>(m_current + (event->key() == Qt::Key_Down ? 1 : -1), 0,
                                        std::max<qsizetype>(m_bars.size() - 1, 0));
      return update();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return choose(m_current);
    default:
      QWidget::keyPressEvent(event);
  }
}

bool NightChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = details(rowAt(help->pos()));
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), plainTip(text), this);
  return true;
}

}  // namespace trainyard
