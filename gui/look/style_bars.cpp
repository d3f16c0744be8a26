// SPDX-License-Identifier: GPL-3.0-or-later
// What slides, scrolls and divides, and tabs.
#include <QAbstractScrollArea>
#include <algorithm>
#include <cmath>

#include "gui/look/style.h"
#include "gui/look/style_parts.h"

namespace trainyard::look {
namespace {

constexpr double thumbWidth = 6, tabPadding = 10;

bool isOfDocuments(const QWidget* bar) {
  return bar && bar->property(kindProperty).toString() == QLatin1String(documentsKind);
}

// The ground of what the bar scrolls; none if it stands alone.
QColor groundBeside(const QWidget* bar) {
  const QWidget* holder = bar ? bar->parentWidget() : nullptr;
  for (const QWidget* up = holder; up; up = up->parentWidget())
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(up)) {
      const QWidget* seen = area->viewport();
      // Pages in a scroll area have the ground of their window.
      return seen->palette().color(seen->backgroundRole());
    }
  return {};
}

}  // namespace

std::pair<QString, QString> tabWords(const QString& text) {
  constexpr QChar enSpace(0x2002);
  const qsizetype at = text.indexOf(enSpace);
  return at < 0 ? std::pair(text, QString()) : std::pair(text.left(at), text.mid(at + 1));
}

void paintSlider(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style,
                 const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  const QRectF whole = option.rect;
  const QRectF handle =
      style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget);
  const QPointF at = handle.center() + QPointF(0.5, 0.5);
  const double thick = px(grooveHeight);
  const bool isFlat = option.orientation == Qt::Horizontal;
  const QRectF groove = isFlat
                            ? QRectF(whole.left(), std::floor(whole.center().y() - thick / 2 + 0.5),
                                     whole.width(), thick)
                            : QRectF(std::floor(whole.center().x() - thick / 2 + 0.5), whole.top(),
                                     thick, whole.height());
  QRectF done = groove;
  if (isFlat)
    option.upsideDown ? done.setLeft(at.x()) : done.setRight(at.x());
  else
    option.upsideDown ? done.setTop(at.y()) : done.setBottom(at.y());
  const QColor filled = isEnabled(option) ? t.accent : t.line;
  paintBox(painter, groove, thick / 2, t.press);
  paintBox(painter, done, thick / 2, filled);
  const double size = px(14);
  QRectF knob(0, 0, size, size);
  knob.moveCenter(isFlat ? QPointF(at.x(), groove.center().y())
                         : QPointF(groove.center().x(), at.y()));
  const QColor ground = isPressed(option) ? t.press : isHovered(option) ? t.hover : t.raised;
  const bool hasFocus = showsFocus(option);
  paintBox(painter, knob, size / 2, ground,
           hasFocus            ? t.focus
           : isEnabled(option) ? t.controlLine
                               : t.line,
           hasFocus ? 2 : 1.5);
}

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style,
                    const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  if (const QColor ground = groundBeside(widget); ground.isValid())
    painter.fillRect(option.rect, ground);
  if (option.minimum >= option.maximum) return;
  const QRectF slider =
      style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
  const double thick = px(thumbWidth);
  QRectF thumb = slider;
  if (option.orientation == Qt::Horizontal)
    thumb = QRectF(slider.left() + 2, slider.center().y() - thick / 2, slider.width() - 4, thick);
  else
    thumb = QRectF(slider.center().x() - thick / 2, slider.top() + 2, thick, slider.height() - 4);
  const bool isActive =
      isPressed(option) ||
      (isHovered(option) && option.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider));
  paintBox(painter, thumb, thick / 2, isActive ? t.controlLine : t.line);
}

// There are no arrows: all of the length is the slider's.
QRect scrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part, int shortest) {
  const bool isFlat = option.orientation == Qt::Horizontal;
  const int length = isFlat ? option.rect.width() : option.rect.height();
  const qint64 range = qint64(option.maximum) - option.minimum;
  int slider = length;
  if (range > 0)
    slider = static_cast<int>(qint64(option.pageStep) * length / (range + option.pageStep));
  slider = std::clamp(slider, std::min(shortest, length), length);
  const int start = QStyle::sliderPositionFromValue(
      option.minimum, option.maximum, option.sliderPosition, length - slider, option.upsideDown);
  int from = 0, to = length;
  switch (part) {
    case QStyle::SC_ScrollBarAddLine:
    case QStyle::SC_ScrollBarSubLine:
    case QStyle::SC_ScrollBarFirst:
    case QStyle::SC_ScrollBarLast:
      return {};
    case QStyle::SC_ScrollBarSubPage:
      to = start;
      break;
    case QStyle::SC_ScrollBarAddPage:
      from = start + slider;
      break;
    case QStyle::SC_ScrollBarSlider:
      from = start;
      to = start + slider;
      break;
    default:
      break;
  }
  const QRect& whole = option.rect;
  const QRect found = isFlat ? QRect(whole.left() + from, whole.top(), to - from, whole.height())
                             : QRect(whole.left(), whole.top() + from, whole.width(), to - from);
  return QStyle::visualRect(option.direction, whole, found);
}

void paintSplitter(QPainter& painter, const QStyleOption& option) {
  const Tokens& t = tokens(option.palette);
  const QRect& whole = option.rect;
  const bool isGrasped = isHovered(option) || isPressed(option);
  // A splitter's handle is horizontal where its parts stand beside each other.
  const QRect line = option.state.testFlag(QStyle::State_Horizontal)
                         ? QRect(whole.center().x(), whole.top(), 1, whole.height())
                         : QRect(whole.left(), whole.center().y(), whole.width(), 1);
  painter.fillRect(line, isGrasped ? t.accent : t.hairline);
}

void paintTab(QPainter& painter, const QStyleOptionTab& option, const QWidget* bar) {
  const Tokens& t = tokens(option.palette);
  const QRectF whole = option.rect;
  const bool isChosen = option.state.testFlag(QStyle::State_Selected);
  if (isOfDocuments(bar)) {
    if (isChosen || isHovered(option)) painter.fillRect(whole, isChosen ? t.surface : t.hover);
    if (isChosen) paintEdge(painter, whole, Qt::TopEdge, t.accent, 2);
    paintEdge(painter, whole, Qt::RightEdge, t.hairline);
  } else if (isChosen) {
    const QRectF line(whole.left() + px(tabPadding), whole.bottom() - 2,
                      whole.width() - 2 * px(tabPadding), 2);
    paintBox(painter, line, 1, isEnabled(option) ? t.accent : t.line);
  }
  if (showsFocus(option))
    paintFocus(painter, whole.adjusted(2, 4, -2, -4), px(smallRadius), t.focus);
}

void paintTabWords(QPainter& painter, const QStyleOptionTab& option, const QRect& room,
                   const QWidget* bar) {
  const Tokens& t = tokens(option.palette);
  const bool isChosen = option.state.testFlag(QStyle::State_Selected);
  const auto [words, count] = tabWords(option.text);
  QRect place = room;
  place.setLeft(option.rect.left() + px(tabPadding));
  place.setTop(option.rect.top());
  place.setBottom(option.rect.bottom());
  if (!option.icon.isNull()) {
    const int size = option.iconSize.width();
    option.icon.paint(&painter, QRect(place.left(), place.center().y() - size / 2, size, size));
    place.setLeft(place.left() + size + px(6));
  }
  painter.save();
  painter.setFont(font(isChosen && isOfDocuments(bar) ? Role::emphasis : Role::name));
  painter.setPen(!isEnabled(option) ? t.textOff : isChosen || isHovered(option) ? t.text : t.text2);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, words);
  if (!count.isEmpty()) {
    place.setLeft(place.left() + painter.fontMetrics().horizontalAdvance(words) + px(5));
    painter.setFont(font(Role::captionName));
    painter.setPen(t.text3);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, count);
  }
  painter.restore();
}

}  // namespace trainyard::look
