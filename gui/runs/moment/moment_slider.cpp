// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/moment/moment_slider.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/charts/plot_picture.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double lineRoom = 56, side = 12, axisAt = 24, track = 6, knob = 8, tickRoom = 90;
constexpr double laterShare = 0.35;  // of the colour of marks behind the moment
constexpr int trackShare = 200;      // a turn of the wheel moves by this part of the run

QDateTime dateOf(double time) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000));
}

}  // namespace

MomentSlider::MomentSlider() {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MomentSlider::show(const RunMoments& moments) {
  m_moments = moments;
  m_moment = moments.clamped(m_moment);
  update();
}

void MomentSlider::setMoment(double time) {
  m_moment = m_moments.clamped(time);
  setAccessibleDescription(QLocale().toString(dateOf(m_moment), QLocale::ShortFormat));
  update();
}

QSize MomentSlider::sizeHint() const { return {px(480), px(lineRoom)}; }
QSize MomentSlider::minimumSizeHint() const { return {px(160), px(lineRoom)}; }

double MomentSlider::xOf(double time) const {
  const double length = m_moments.end() - m_moments.begin(), left = px(side);
  const double share = length > 0 ? (time - m_moments.begin()) / length : 1;
  return left + std::clamp(share, 0.0, 1.0) * (width() - 2 * left);
}

double MomentSlider::timeAt(double x) const {
  const double left = px(side), room = std::max(1.0, width() - 2 * left);
  return m_moments.begin() +
         std::clamp((x - left) / room, 0.0, 1.0) * (m_moments.end() - m_moments.begin());
}

void MomentSlider::goTo(std::optional<double> time) {
  if (!time || m_moments.isEmpty()) return;
  setMoment(*time);
  emit chosen(m_moment);
}

void MomentSlider::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() == Qt::LeftButton) goTo(timeAt(event->position().x()));
}

void MomentSlider::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) goTo(timeAt(event->position().x()));
}

void MomentSlider::wheelEvent(QWheelEvent* event) {
  const double turns = event->angleDelta().y() / 120.0;
  goTo(m_moment + turns * (m_moments.end() - m_moments.begin()) / trackShare);
  event->accept();
}

void MomentSlider::keyPressEvent(QKeyEvent* event) {
  const bool isShifted = event->modifiers().testFlag(Qt::ShiftModifier);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const bool isBack = event->key() == Qt::Key_Left;
      return goTo(isShifted ? m_moments.nextMark(MomentMark::Kind::checkpoint, m_moment, isBack)
                            : m_moments.nextStep(m_moment, isBack));
    }
    case Qt::Key_F8:
      return goTo(m_moments.nextMark(MomentMark::Kind::message, m_moment, isShifted));
    case Qt::Key_Home:
      return goTo(m_moments.begin());
    case Qt::Key_End:
      return goTo(m_moments.end());
    case Qt::Key_Space:
      return emit playRequested();
    case Qt::Key_Escape:
      return emit endRequested();
    default:
      QWidget::keyPressEvent(event);
  }
}

// Evaluations and checkpoints above the line, messages below it.
void MomentSlider::paintMarks(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const double y = px(axisAt);
  for (const MomentMark& mark : m_moments.marks()) {
    const double x = xOf(mark.time), share = mark.time > m_moment ? laterShare : 1;
    const auto inked = [&](const QColor& colour) {
      return look::mixed(colour, now.surface, share);
    };
    if (mark.kind == MomentMark::Kind::evaluation) {
      painter.fillRect(QRectF(x - 1, y - px(14), 2, px(6)),
                       inked(now.tone(look::Tone::waiting).word));
    } else if (mark.kind == MomentMark::Kind::checkpoint) {
      const QColor colour = inked(now.tone(look::Tone::completed).word);
      paintDiamond(painter, {x, y - px(12)}, px(11), mark.isKept ? colour : inked(now.text3));
      if (!mark.isKept) paintDiamond(painter, {x, y - px(12)}, px(8), now.surface);
    } else {
      painter.setPen(Qt::NoPen);
      painter.setBrush(inked(now.tone(look::Tone::waiting).word));
      painter.drawPolygon(QPolygonF{QPointF(x, y + px(6)), QPointF(x - px(4), y + px(12)),
                                    QPointF(x + px(4), y + px(12))});
    }
  }
}

void MomentSlider::paintAxis(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const double seconds = m_moments.end() - m_moments.begin();
  const double tick = timelineTick(seconds, std::max(2, static_cast<int>(width() / px(tickRoom))));
  const double zone = dateOf(m_moments.begin()).offsetFromUtc();
  const QString format = tick < 60 ? u"HH:mm:ss"_s : seconds < 2 * 86400 ? u"HH:mm"_s : tr("d MMM");
  for (double at = std::ceil((m_moments.begin() + zone) / tick) * tick - zone;
       at <= m_moments.end(); at += tick) {
    const QRectF words(xOf(at) - px(tickRoom) / 2, height() - px(18), px(tickRoom), px(18));
    if (words.right() - px(24) > width() || words.left() + px(24) < 0) continue;
    look::paintWords(painter, words, QLocale().toString(dateOf(at), format), look::Role::caption,
                     now.text3, Qt::AlignHCenter);
  }
}

void MomentSlider::paintEvent(QPaintEvent*) {
  const look::Tokens& now = look::tokens(palette());
  look::SmoothPainter painter(this);
  if (m_moments.isEmpty()) return;
  const double y = px(axisAt), half = px(track) / 2.0, at = xOf(m_moment);
  const auto line = [&](double from, double to, const QColor& colour) {
    look::paintBox(painter, QRectF(from, y - half, std::max(0.0, to - from), 2 * half), half,
                   colour);
  };
  line(xOf(m_moments.begin()), xOf(m_moments.end()), now.press);
  line(xOf(m_moments.begin()), at, now.accent);
  for (const TimelineBar& pause : m_moments.pauses()) {
    const QRectF box(xOf(pause.begin), y - half, xOf(pause.end) - xOf(pause.begin), 2 * half);
    painter.fillRect(box, now.surface);
    painter.fillRect(box, QBrush(now.tone(look::Tone::waiting).word, Qt::BDiagPattern));
  }
  paintMarks(painter);
  paintAxis(painter);
  const QRectF handle(at - px(knob), y - px(knob), 2 * px(knob), 2 * px(knob));
  look::paintBox(painter, handle, px(knob), now.raised, now.accent, 2.5);
  look::paintBox(painter, handle.adjusted(px(5), px(5), -px(5), -px(5)), px(3), now.accent);
  if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
    look::paintFocus(painter, handle.adjusted(-3, -3, 3, 3), px(knob) + 3, now.focus);
}

}  // namespace trainyard
