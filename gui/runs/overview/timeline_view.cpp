// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/timeline_view.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum Lane { WaitLane, AttemptLane, SavedLane, AxisLane };

constexpr double laneHeight = 28, barHeight = 20, markWidth = 4, markHeight = 12, tickRoom = 84,
                 narrowestBar = 3;

QDateTime momentOf(double time) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000));
}

QString spanText(double begin, double end) {
  return QuantityText::date(begin) + u" – "_s + momentOf(end).toString(u"HH:mm"_s) + u" ("_s +
         QuantityText::duration(end - begin) + u')';
}

}  // namespace

TimelineView::TimelineView() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void TimelineView::show(const RunTimeline& timeline) {
  m_timeline = timeline;
  setAccessibleDescription(timeline.sentence());
  update();
}

QSize TimelineView::sizeHint() const { return {px(480), px(4 * laneHeight)}; }

QSize TimelineView::minimumSizeHint() const { return {px(240), px(4 * laneHeight)}; }

QRectF TimelineView::lane(int number) const {
  const double names = px(72), height = px(laneHeight);
  return {names, number * height, std::max(1.0, width() - names), height};
}

double TimelineView::xOf(double time) const {
  const QRectF room = lane(0);
  const double share = (time - m_timeline.begin) / (m_timeline.end - m_timeline.begin);
  return room.left() + std::clamp(share, 0.0, 1.0) * room.width();
}

QRectF TimelineView::boxOf(const TimelineBar& bar, int number) const {
  const QRectF room = lane(number);
  const double height = px(barHeight), left = xOf(bar.begin);
  return {left, room.center().y() - height / 2,
          std::max<double>(px(narrowestBar), xOf(bar.end) - left), height};
}

void TimelineView::paintBars(QPainter& painter, const QList<TimelineBar>& bars, int number) const {
  const look::Tokens& t = look::tokens(palette());
  for (const TimelineBar& bar : bars) {
    const QRectF box = boxOf(bar, number);
    const look::ToneColours& colours = t.tone(bar.tone);
    look::paintBox(painter, box, px(3), colours.ground, colours.word);
    const QRectF words = box.adjusted(px(6), 0, -px(4), 0);
    if (words.width() > px(24))
      look::paintWords(painter, words, bar.words, look::Role::captionName, colours.word);
  }
}

void TimelineView::paintAxis(QPainter& painter) const {
  const look::Tokens& t = look::tokens(palette());
  const QRectF room = lane(AxisLane);
  const double seconds = m_timeline.end - m_timeline.begin;
  const double tick =
      timelineTick(seconds, std::max(2, static_cast<int>(room.width() / px(tickRoom))));
  const double zone = momentOf(m_timeline.begin).offsetFromUtc();
  const QString format = tick < 60 ? u"HH:mm:ss"_s : seconds < 2 * 86400 ? u"HH:mm"_s : tr("d MMM");
  painter.setFont(look::font(look::Role::caption));
  for (double at = std::ceil((m_timeline.begin + zone) / tick) * tick - zone; at <= m_timeline.end;
       at += tick) {
    const double x = std::round(xOf(at)) + 0.5;
    painter.setPen(t.grid);
    painter.drawLine(QPointF(x, 0), QPointF(x, room.top()));
    painter.setPen(t.text3);
    const QRectF words(x - px(tickRoom) / 2, room.top(), px(tickRoom), room.height());
    // A label that would be cut at the edge is left out.
    if (words.right() - px(20) <= width() && words.left() + px(20) >= 0)
      painter.drawText(words, Qt::AlignCenter, QLocale().toString(momentOf(at), format));
  }
}

void TimelineView::paintEvent(QPaintEvent*) {
  const look::Tokens& t = look::tokens(palette());
  look::SmoothPainter painter(this);
  paintAxis(painter);
  const QStringList names{tr("Queue"), tr("Attempts"), tr("Saved")};
  for (int i = 0; i < names.size(); ++i) {
    QRectF room = lane(i);
    room.setLeft(0);
    room.setWidth(px(68));
    look::paintWords(painter, room, names[i], look::Role::help, t.text2);
  }
  paintBars(painter, m_timeline.waits, WaitLane);
  paintBars(painter, m_timeline.attempts, AttemptLane);
  const QRectF room = lane(SavedLane);
  for (int i = 0; i < m_timeline.saved.size(); ++i) {
    const QRectF mark(xOf(m_timeline.saved[i]) - px(markWidth) / 2.0,
                      room.center().y() - px(markHeight) / 2.0, px(markWidth), px(markHeight));
    const bool isLast = i + 1 == m_timeline.saved.size();
    look::paintBox(painter, mark, px(1.5), isLast ? t.accent : t.controlLine);
  }
}

bool TimelineView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (const int number : {WaitLane, AttemptLane})
    for (const TimelineBar& bar : number == WaitLane ? m_timeline.waits : m_timeline.attempts)
      if (boxOf(bar, number).contains(help->pos())) {
        QToolTip::showText(help->globalPos(),
                           plainTip(bar.words + u'\n' + spanText(bar.begin, bar.end)), this);
        return true;
      }
  QToolTip::hideText();
  return true;
}

}  // namespace trainyard
