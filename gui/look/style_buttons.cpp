// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons of all kinds, boxes to check and round ones.
#include <algorithm>

#include "gui/look/icon.h"
#include "gui/look/style.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr double buttonPadding = 12, smallPadding = 10, linkPadding = 0, iconGap = 6,
                 focusInset = 2;

QString keysOf(const QWidget* widget) {
  return widget ? widget->property(keysProperty).toString() : QString();
}

QFont keysFont(const QWidget* widget) {
  QFont font = widget->font();
  font.setWeight(QFont::Normal);
  return font;
}

// With the gap before them.
int widthOfKeys(const QWidget* widget) {
  const QString keys = keysOf(widget);
  return keys.isEmpty() ? 0 : px(iconGap) + QFontMetrics(keysFont(widget)).horizontalAdvance(keys);
}

int paddingOf(const QWidget* widget) {
  if (kindOf(widget) == Kind::link) return px(linkPadding);
  return px(isSmall(widget) ? smallPadding : buttonPadding);
}

void paintIconOf(QPainter& painter, const QRectF& room, const QIcon& icon, int size, Kind kind,
                 const QStyleOption& option, const QColor& words) {
  if (isTinted(icon) && (kind != Kind::plain && kind != Kind::tool))
    return paintIcon(painter, room, size, icon.name(), words);
  const QIcon::Mode mode = isEnabled(option) ? QIcon::Normal : QIcon::Disabled;
  QRect place(0, 0, size, size);
  place.moveCenter(room.toAlignedRect().center());
  icon.paint(&painter, place, Qt::AlignCenter, mode, isChecked(option) ? QIcon::On : QIcon::Off);
}

Kind kindOfToolButton(const QStyleOptionToolButton& option, const QWidget* widget) {
  const Kind kind = kindOf(widget);
  const bool isFlat = option.state.testFlag(QStyle::State_AutoRaise);
  return kind == Kind::plain && isFlat ? Kind::tool : kind;
}

// A place of the window: its icon above its name.
void paintPlace(QPainter& painter, const QStyleOptionToolButton& option, const Tokens& t) {
  const QRectF box = QRectF(option.rect).adjusted(px(6), 1, -px(6), -1);
  if (isChecked(option)) {
    paintBox(painter, box, px(controlRadius), t.surface, t.hairline);
    const QRectF bar(option.rect.left(), box.center().y() - px(10), px(3), px(20));
    paintBox(painter, bar, 1.5, t.accent);
  } else if (isHovered(option)) {
    paintBox(painter, box, px(controlRadius), t.hover);
  }
  if (showsFocus(option)) paintFocus(painter, box, px(controlRadius), t.focus);
}

}  // namespace

ButtonColours buttonColours(Kind kind, const QStyleOption& option, const Tokens& t) {
  const bool pressed = isPressed(option), hovered = isHovered(option);
  const QColor none;
  const bool isFlat = kind == Kind::quiet || kind == Kind::tool || kind == Kind::link;
  if (!isEnabled(option)) return {none, isFlat ? none : t.hairline, t.textOff};
  switch (kind) {
    case Kind::primary: {
      const QColor ground = pressed ? t.accentPress : hovered ? t.accentHover : t.accent;
      return {ground, none, t.onAccent};
    }
    case Kind::destroy:
      return {pressed || hovered ? t.dangerHover : t.danger, none, t.onDanger};
    case Kind::danger: {
      const ToneColours& failed = t.tone(Tone::failed);
      return {pressed || hovered ? failed.ground : t.surface, t.line, failed.word};
    }
    case Kind::quiet:
    case Kind::tool:
      return {pressed || isChecked(option) ? t.press
              : hovered                    ? t.hover
                                           : none,
              none, hovered || pressed || isChecked(option) ? t.text : t.text2};
    case Kind::link:
      return {pressed ? t.press : hovered ? t.hover : none, none, t.accentText};
    case Kind::plain:
      break;
  }
  return {pressed || isChecked(option) ? t.press : hovered ? t.hover : t.surface, t.line, t.text};
}

void paintButtonFocus(QPainter& painter, const QRectF& box, Kind kind, const Tokens& t) {
  // A line in the colour of the words is seen on a filled ground, and inside of it.
  if (kind == Kind::primary || kind == Kind::destroy)
    paintFocus(painter, box.adjusted(focusInset, focusInset, -focusInset, -focusInset),
               px(controlRadius) - focusInset, t.onAccent, 1.5);
  else
    paintFocus(painter, box, px(controlRadius), t.focus);
}

void paintPushButton(QPainter& painter, const QStyleOptionButton& option, const QStyle& style,
                     const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  const bool isFlat = option.features.testFlag(QStyleOptionButton::Flat);
  const Kind own = kindOf(widget), kind = own == Kind::plain && isFlat ? Kind::quiet : own;
  const ButtonColours colours = buttonColours(kind, option, t);
  const QRectF box = option.rect;
  paintBox(painter, box, px(controlRadius), colours.ground, colours.border);
  if (showsFocus(option)) paintButtonFocus(painter, box, kind, t);

  QRectF room = box.adjusted(paddingOf(widget), 0, -paddingOf(widget), 0);
  if (option.features.testFlag(QStyleOptionButton::HasMenu)) {
    const QRectF arrow(room.right() - px(14), room.top(), px(14), room.height());
    paintIcon(painter, arrow, px(14), u"chevron-down"_s, colours.words);
    room.setRight(arrow.left() - px(4));
  }
  const QSize iconSize = option.icon.isNull() ? QSize() : option.iconSize;
  const int gap = option.text.isEmpty() || option.icon.isNull() ? 0 : px(iconGap);
  const int mnemonic = style.styleHint(QStyle::SH_UnderlineShortcut, &option, widget)
                           ? Qt::TextShowMnemonic
                           : Qt::TextHideMnemonic;
  const double words =
      option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width() + (gap ? 1 : 0);
  const int keysWidth = widthOfKeys(widget);
  double left =
      std::max(room.left(), room.center().x() - (iconSize.width() + gap + words + keysWidth) / 2);
  if (!option.icon.isNull()) {
    paintIconOf(painter, QRectF(left, box.top(), iconSize.width(), box.height()), option.icon,
                iconSize.width(), kind, option, colours.words);
    left += iconSize.width() + gap;
  }
  painter.save();
  painter.setPen(colours.words);
  const QRectF place(left, box.top(), std::max(0.0, box.right() - left), box.height());
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | mnemonic, option.text);
  if (keysWidth > 0) {
    painter.setFont(keysFont(widget));
    painter.setPen(withAlpha(colours.words, 0.8));
    painter.drawText(place.adjusted(words + px(iconGap), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     keysOf(widget));
  }
  painter.restore();
}

QSize toolButtonSize(const QStyleOptionToolButton& option, const QSize& contents,
                     const QWidget* widget) {
  if (option.toolButtonStyle == Qt::ToolButtonTextUnderIcon)
    return contents + QSize(px(12), px(10));
  const bool hasArrow = option.features.testFlag(QStyleOptionToolButton::HasMenu) &&
                        !option.features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
  // One that is filled stands beside buttons and is as large as they are.
  const bool isLarge = kindOf(widget) == Kind::primary;
  const int least = px(isLarge ? controlHeight : toolHeight);
  const int padding = px(isLarge ? 20 : option.text.isEmpty() ? 10 : 14);
  return {std::max(contents.width() + padding + (hasArrow ? px(14) : 0), least),
          std::max(contents.height() + px(4), least)};
}

QSize pushButtonSize(const QStyleOptionButton& option, const QSize& contents,
                     const QWidget* widget) {
  const int height = kindOf(widget) == Kind::link
                         ? option.fontMetrics.height()
                         : px(isSmall(widget) ? toolHeight : controlHeight);
  const bool hasBoth = !option.icon.isNull() && !option.text.isEmpty();
  // Qt's own gap is four.
  return {contents.width() + 2 * paddingOf(widget) + (hasBoth ? px(iconGap) - 4 : 0) +
              widthOfKeys(widget),
          kindOf(widget) == Kind::link ? height : std::max(contents.height(), height)};
}

void paintToolButton(QPainter& painter, const QStyleOptionToolButton& option,
                     const QProxyStyle& style, const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  QStyleOptionToolButton label = option;
  if (option.toolButtonStyle == Qt::ToolButtonTextUnderIcon) {
    paintPlace(painter, option, t);
    label.rect.adjust(0, px(4), 0, -px(2));
    label.palette.setColor(QPalette::ButtonText, isChecked(option) ? t.text : t.text2);
    return style.QProxyStyle::drawControl(QStyle::CE_ToolButtonLabel, &label, &painter, widget);
  }
  const Kind kind = kindOfToolButton(option, widget);
  const ButtonColours colours = buttonColours(kind, option, t);
  const QRectF box = option.rect;
  const bool isSplit = option.subControls.testFlag(QStyle::SC_ToolButtonMenu);
  // A quiet icon alone, as three dots, says it itself.
  const bool isSign = kind == Kind::quiet && option.toolButtonStyle == Qt::ToolButtonIconOnly;
  const bool hasArrow =
      !isSplit && !isSign && option.features.testFlag(QStyleOptionToolButton::HasMenu);
  paintBox(painter, box, px(controlRadius), colours.ground, colours.border);
  if (isSplit) {
    const int width = style.proxy()->pixelMetric(QStyle::PM_MenuButtonIndicator, &option, widget);
    const QRectF arrow(box.right() - width, box.top(), width, box.height());
    if (colours.border.isValid() || isHovered(option) || kind == Kind::primary)
      painter.fillRect(QRectF(arrow.left(), box.top() + 1, 1, box.height() - 2),
                       kind == Kind::primary ? withAlpha(t.onAccent, 0.28) : t.line);
    paintIcon(painter, arrow, px(14), u"chevron-down"_s, colours.words);
    label.rect.setRight(static_cast<int>(arrow.left()) - 1);
  } else if (hasArrow) {
    const QRectF arrow(box.right() - px(18), box.top(), px(14), box.height());
    paintIcon(painter, arrow, px(13), u"chevron-down"_s, colours.words);
    label.rect.setRight(static_cast<int>(arrow.left()));
  }
  if (showsFocus(option)) paintButtonFocus(painter, box, kind, t);
  label.palette.setColor(QPalette::ButtonText, colours.words);
  // Its own arrow would be a second one.
  label.features &= ~QStyleOptionToolButton::HasMenu;
  if (option.toolButtonStyle == Qt::ToolButtonIconOnly && !option.icon.isNull() &&
      !option.features.testFlag(QStyleOptionToolButton::Arrow))
    return paintIconOf(painter, label.rect, option.icon, option.iconSize.width(), kind, option,
                       colours.words);
  style.QProxyStyle::drawControl(QStyle::CE_ToolButtonLabel, &label, &painter, widget);
}

void paintCheckBox(QPainter& painter, const QStyleOption& option) {
  const Tokens& t = tokens(option.palette);
  const bool isPart = option.state.testFlag(QStyle::State_NoChange);
  const bool isOn = isChecked(option) || isPart;
  const double size = std::min({option.rect.width(), option.rect.height(), px(16)});
  QRectF box(0, 0, size, size);
  box.moveCenter(QRectF(option.rect).center());
  if (!isEnabled(option)) {
    paintBox(painter, box, px(smallRadius), t.subtle, t.line, 1.5);
  } else if (isOn) {
    paintBox(painter, box, px(smallRadius),
             isPressed(option)   ? t.accentPress
             : isHovered(option) ? t.accentHover
                                 : t.accent);
  } else {
    paintBox(painter, box, px(smallRadius), isHovered(option) ? t.hover : t.surface, t.controlLine,
             1.5);
  }
  if (isOn)
    paintIcon(painter, box, size * 0.75, isPart ? u"minus"_s : u"check"_s,
              isEnabled(option) ? t.onAccent : t.textOff, 3.2);
}

void paintRadioButton(QPainter& painter, const QStyleOption& option) {
  const Tokens& t = tokens(option.palette);
  const double size = std::min({option.rect.width(), option.rect.height(), px(16)});
  QRectF box(0, 0, size, size);
  box.moveCenter(QRectF(option.rect).center());
  const bool isOn = isChecked(option);
  const QColor ring = !isEnabled(option) ? t.line : isOn ? t.accent : t.controlLine;
  const QColor ground = !isEnabled(option) ? t.subtle : isHovered(option) ? t.hover : t.surface;
  paintBox(painter, box, size / 2, ground, ring, isOn ? px(5) : 1.5);
}

}  // namespace trainyard::look
