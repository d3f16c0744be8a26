// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tooltips and the lists of choices: raised boxes with round corners and a shadow.
#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "gui/look/icon.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr char ownShadow[] = "ownShadow";
constexpr double shadowMargin = 14, itemRadius = 5, itemIcon = 15, separatorHeight = 9,
                 keyPadding = 5;

// X11 may have nobody who mixes a translucent window with what is below it.
bool mixesWindows() {
  const QString platform = QGuiApplication::platformName();
  return platform != u"xcb" && platform != u"offscreen";
}

bool isDestructive(const QWidget* menu, const QRect& item) {
  const auto* shown = qobject_cast<const QMenu*>(menu);
  const QAction* action = shown ? shown->actionAt(item.center()) : nullptr;
  return action && kindOf(action) == Kind::danger;
}

}  // namespace

void makePopup(QWidget* popup) {
  // One that is part of a page has no window of its own.
  if (!popup->isWindow() || popup->testAttribute(Qt::WA_WState_Created)) return;
  popup->setAttribute(Qt::WA_TranslucentBackground, mixesWindows());
  if (!mixesWindows()) return;
  popup->setWindowFlag(Qt::FramelessWindowHint);
  popup->setWindowFlag(Qt::NoDropShadowWindowHint);
  popup->setProperty(ownShadow, true);
}

int popupMargin(const QWidget* popup) {
  return popup && popup->property(ownShadow).toBool() ? px(shadowMargin) : 0;
}

void paintPopup(QPainter& painter, const QStyleOption& option, double radius,
                const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  const int margin = popupMargin(widget);
  const QRectF box = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
  if (margin > 0) {
    paintShadow(painter, box, radius, t.shadow, px(20), px(4));
    return paintBox(painter, box, radius, t.raised, t.hairline);
  }
  // Its window is a rectangle, unless it is part of a page.
  const bool isWindow = widget && widget->isWindow();
  if (isWindow) painter.fillRect(option.rect, t.raised);
  paintBox(painter, box, isWindow ? 0 : radius, t.raised, isWindow ? t.line : t.hairline);
}

void paintKey(QPainter& painter, const QRectF& room, const QString& key, const Tokens& t) {
  painter.save();
  painter.setFont(font(Role::captionName));
  const double width = painter.fontMetrics().horizontalAdvance(key) + 2 * px(keyPadding);
  const QRectF box(room.right() - width, room.center().y() - px(9), width, px(18));
  paintBox(painter, box, px(smallRadius), t.subtle, t.hairline);
  painter.setPen(t.text3);
  painter.drawText(box, Qt::AlignCenter, key);
  painter.restore();
}

static void paintSeparator(QPainter& painter, const QStyleOptionMenuItem& option) {
  const Tokens& t = tokens(option.palette);
  const QRectF row = option.rect;
  const QRectF line(row.left() - px(4), std::floor(row.center().y()), row.width() + 2 * px(4), 1);
  if (option.text.isEmpty()) return painter.fillRect(line, t.hairline);
  painter.save();
  painter.setFont(font(Role::captionName));
  painter.setPen(t.text3);
  painter.drawText(row.adjusted(px(8), 0, -px(8), 0), Qt::AlignLeft | Qt::AlignVCenter,
                   option.text);
  painter.restore();
}

void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& option, const QWidget* widget) {
  if (option.menuItemType == QStyleOptionMenuItem::Separator)
    return paintSeparator(painter, option);
  const Tokens& t = tokens(option.palette);
  const QRectF row = option.rect;
  const bool isChosen = option.state.testFlag(QStyle::State_Selected) && isEnabled(option);
  const bool isDanger = isDestructive(widget, option.rect);
  const QColor failed = t.tone(Tone::failed).word;
  const QColor words = !isEnabled(option) ? t.textOff : isDanger ? failed : t.text;
  if (isChosen) paintBox(painter, row, px(itemRadius), t.selected);
  QRectF room = row.adjusted(px(8), 0, -px(8), 0);
  const bool hasColumn = option.maxIconWidth > 0 || option.menuHasCheckableItems;
  const QRectF mark(room.left(), room.top(), px(itemIcon), room.height());
  const bool isCheckable = option.checkType != QStyleOptionMenuItem::NotCheckable;
  if (isCheckable && option.checked)
    paintIcon(painter, mark, px(itemIcon), u"check"_s, isEnabled(option) ? t.accentText : words,
              stateStroke);
  else if (isTinted(option.icon))
    paintIcon(painter, mark, px(itemIcon), option.icon.name(),
              isDanger || !isEnabled(option) ? words : t.text3);
  else if (!option.icon.isNull())
    option.icon.paint(&painter, mark.toAlignedRect(), Qt::AlignCenter,
                      isEnabled(option) ? QIcon::Normal : QIcon::Disabled);
  if (hasColumn) room.setLeft(mark.right() + px(8));
  const QString name = option.text.section(u'\t', 0, 0), key = option.text.section(u'\t', 1);
  painter.save();
  painter.setFont(option.font);
  painter.setPen(words);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, name);
  painter.restore();
  if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
    paintIcon(painter, QRectF(room.right() - px(14), room.top(), px(14), room.height()), px(14),
              u"chevron-right"_s, isEnabled(option) ? t.text3 : t.textOff);
  else if (!key.isEmpty())
    paintKey(painter, room, key, t);
}

QSize menuItemSize(const QStyleOptionMenuItem& option, const QSize& contents) {
  if (option.menuItemType == QStyleOptionMenuItem::Separator)
    return {contents.width(), option.text.isEmpty() ? px(separatorHeight) : px(24)};
  int width = contents.width() + 2 * px(8);
  if (option.maxIconWidth > 0 || option.menuHasCheckableItems) width += px(itemIcon) + px(8);
  if (option.text.contains(u'\t')) width += 2 * px(keyPadding) + px(16);
  if (option.menuItemType == QStyleOptionMenuItem::SubMenu) width += px(20);
  return {width, std::max(px(listRowHeight), contents.height())};
}

}  // namespace trainyard::look
