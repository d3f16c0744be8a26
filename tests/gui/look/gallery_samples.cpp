// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/look/gallery_samples.h"

#include <QPainter>
#include <QPolygonF>
#include <QStyleOption>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr int sampleSteps = 50;

void paintRamp(QPainter& painter, const QRectF& room,
               const std::array<QColor, numRampColours>& ramp) {
  const double width = room.width() / numRampColours;
  for (int i = 0; i < numRampColours; ++i)
    painter.fillRect(QRectF(room.left() + i * width, room.top(), width, room.height()),
                     ramp[static_cast<std::size_t>(i)]);
}

void paintCurve(QPainter& painter, const QRectF& room, int number, const QColor& colour) {
  QPolygonF line;
  for (int step = 0; step <= sampleSteps; ++step) {
    const double x = 2.0 * step;
    const double value =
        0.05 + 0.09 * number + 0.06 * std::sin(x / 9 + number) + 0.004 * number * std::sin(x);
    line << QPointF(room.left() + room.width() * x / 100, room.bottom() - room.height() * value);
  }
  painter.setPen(QPen(colour, 1.8, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.drawPolyline(line);
}

void paintDashes(QPainter& painter, const QRectF& room, const QColor& colour) {
  for (int round = 0; round < 3; ++round) {
    const double y = room.top() + room.height() * (0.2 + 0.3 * round);
    QPen pen(colour, 1.8, Qt::SolidLine, Qt::FlatCap);
    if (QList<qreal> dashes = curveDashes(round * numCurveColours); !dashes.isEmpty()) {
      // QPen counts in widths of the line.
      for (qreal& length : dashes) length /= pen.widthF();
      pen.setDashPattern(dashes);
    }
    painter.setPen(pen);
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
  }
}

}  // namespace

HeldButton::HeldButton(const QString& text, const char* kind, QStyle::State held)
    : QPushButton(text), m_held(held) {
  setKind(this, kind);
}

void HeldButton::paintEvent(QPaintEvent*) {
  QStyleOptionButton option;
  initStyleOption(&option);
  option.state |= m_held;
  QPainter painter(this);
  style()->drawControl(QStyle::CE_PushButton, &option, &painter, this);
}

HeldField::HeldField(const QString& text, const QString& unit, bool hasFocus)
    : QLineEdit(text), m_unit(unit), m_hasFocus(hasFocus) {
  setTextMargins(0, 0, unit.isEmpty() ? 0 : px(48), 0);
}

void HeldField::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  QPainter painter(this);
  if (m_hasFocus) {
    QStyleOptionFrame option;
    initStyleOption(&option);
    const Tokens& t = tokens(palette());
    paintFocus(painter, option.rect, px(6), t.focus);
  }
  painter.setFont(look::font(Role::help));
  painter.setPen(tokens(palette()).text3);
  painter.drawText(rect().adjusted(0, 0, -px(10), 0), Qt::AlignRight | Qt::AlignVCenter, m_unit);
}

void ColourSamples::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double width = this->width(), gap = 2;
  const double one = (width - gap * (numCurveColours - 1)) / numCurveColours;
  for (int i = 0; i < numCurveColours; ++i)
    paintBox(painter, QRectF(i * (one + gap), 0, one, px(26)), px(4),
             t.curves[static_cast<std::size_t>(i)]);
  const QRectF curves(px(4), px(30), width - px(8), px(90));
  for (int i = 0; i < numCurveColours; ++i)
    paintCurve(painter, curves, i, t.curves[static_cast<std::size_t>(i)]);
  paintEdge(painter, curves, Qt::BottomEdge, t.axis);
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintRamp(painter, QRectF(0, px(128), width, px(12)), t.areas);
  paintRamp(painter, QRectF(0, px(146), width, px(12)), t.values);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(look::font(Role::caption));
  painter.setPen(t.text3);
  painter.drawText(QRectF(0, px(162), width, px(16)), Qt::AlignLeft | Qt::AlignVCenter,
                   u"11 to 20 are dashed, 21 to 30 dotted in the same ten colours"_s);
  paintDashes(painter, QRectF(px(4), px(184), width - px(8), px(36)), t.curves[0]);
}

ChipSample::ChipSample(const QString& words, Kind kind) : m_words(words), m_kind(kind) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFont(look::font(kind == Kind::tag ? Role::captionName : Role::helpName));
}

QSize ChipSample::sizeHint() const {
  const int words = fontMetrics().horizontalAdvance(m_words);
  if (m_kind == Kind::tag) return {words + px(10), px(18)};
  return {words + px(14) + (m_kind == Kind::chosen ? px(17) : 0), px(22)};
}

void ChipSample::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  const bool isChosen = m_kind == Kind::chosen;
  const QColor ink = isChosen ? t.accentText : t.text2;
  paintBox(painter, rect(), px(4), isChosen ? t.tone(Tone::running).ground : t.sunken);
  QRectF room = rect().adjusted(px(m_kind == Kind::tag ? 5 : 7), 0, -px(5), 0);
  painter.setPen(ink);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, m_words);
  if (isChosen) {
    room.setLeft(room.right() - px(14));
    paintIcon(painter, room, px(12), u"x"_s, ink, stateStroke);
  }
}

MarkedWords::MarkedWords(const QString& words, const QString& icon, const Ink& ink, double size)
    : m_words(words), m_icon(icon), m_ink(ink), m_size(size) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFont(look::font(Role::helpName));
}

QSize MarkedWords::sizeHint() const {
  const int words = m_words.isEmpty() ? 0 : px(4) + fontMetrics().horizontalAdvance(m_words) + 1;
  return {px(m_size) + words, std::max(px(18), px(m_size))};
}

void MarkedWords::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QColor ink = m_ink(tokens(palette()));
  paintIcon(painter, QRectF(0, 0, px(m_size), height()), px(m_size), m_icon, ink, stateStroke);
  painter.setPen(ink);
  painter.drawText(rect().adjusted(px(m_size) + px(4), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   m_words);
}

RaisedBox::RaisedBox(QWidget* content) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(px(4), px(4), px(4), px(14));
  column->addWidget(content);
  content->setParent(this);
}

void RaisedBox::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  const QRectF box = rect().adjusted(px(4), px(4), -px(4), -px(14));
  paintShadow(painter, box, px(8), t.shadow, px(14), px(4));
  paintBox(painter, box, px(8), t.raised, t.hairline);
}

void StateSample::paint(QPainter* painter, const QStyleOptionViewItem& given,
                        const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = paintWithoutWords(*painter, option);
  const auto tone = static_cast<Tone>(index.data(Qt::UserRole).toInt());
  const QString mark = index.data(Qt::UserRole + 1).toString();
  paintState(*painter, option.rect.adjusted(px(8), 0, -px(4), 0), {text, mark, tone},
             tokens(option.palette));
}

QLabel* words(const QString& text, Role role, const Ink& ink) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setFont(look::font(role));
  if (ink) setInk(label, ink);
  return label;
}

}  // namespace trainyard::look
