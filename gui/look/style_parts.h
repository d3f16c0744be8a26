// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the style share: each paints or measures some kinds of controls.
#pragma once

#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>
#include <QWidget>

#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

class QProgressBar;

namespace trainyard::look {

inline constexpr double controlHeight = 32, toolHeight = 28, rowHeight = 32, listRowHeight = 28,
                        headHeight = 30, tabHeight = 38;
inline constexpr double controlRadius = 6, smallRadius = 4, panelRadius = 8;
inline constexpr double fieldPadding = 10, stepperWidth = 24, arrowWidth = 28;
inline constexpr double cellPadding = 8, grooveHeight = 4;

enum class Kind { plain, primary, quiet, danger, destroy, tool, link };

Kind kindOf(const QObject* control);
bool isSmall(const QWidget* widget);
bool isEnabled(const QStyleOption& option);
bool isHovered(const QStyleOption& option);
bool isPressed(const QStyleOption& option);
bool isChecked(const QStyleOption& option);
// Whether the focus is to be seen: fields show it always, other controls after a key.
bool showsFocus(const QStyleOption& option);

struct ButtonColours {
  QColor ground, border, words;
};
ButtonColours buttonColours(Kind kind, const QStyleOption& option, const Tokens& tokens);
void paintButtonFocus(QPainter& painter, const QRectF& box, Kind kind, const Tokens& tokens);

// style_buttons.cpp
void paintPushButton(QPainter& painter, const QStyleOptionButton& option, const QStyle& style,
                     const QWidget* widget);
QSize pushButtonSize(const QStyleOptionButton& option, const QSize& contents,
                     const QWidget* widget);
QSize toolButtonSize(const QStyleOptionToolButton& option, const QSize& contents,
                     const QWidget* widget);
void paintToolButton(QPainter& painter, const QStyleOptionToolButton& option,
                     const QProxyStyle& style, const QWidget* widget);
void paintCheckBox(QPainter& painter, const QStyleOption& option);
void paintRadioButton(QPainter& painter, const QStyleOption& option);

// style_fields.cpp
void paintField(QPainter& painter, const QStyleOption& option, const QWidget* widget,
                bool isReadOnly = false);
void paintComboBox(QPainter& painter, const QStyleOptionComboBox& option, const QWidget* widget);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QStyle& style,
                  const QWidget* widget);
QRect comboBoxPart(const QStyleOptionComboBox& option, QStyle::SubControl part);
QRect spinBoxPart(const QStyleOptionSpinBox& option, QStyle::SubControl part);
void paintFrame(QPainter& painter, const QStyleOptionFrame& option, const QWidget* widget);
void paintGroupBox(QPainter& painter, const QStyleOptionGroupBox& option, const QStyle& style,
                   const QWidget* widget);
QRect groupBoxPart(const QStyleOptionGroupBox& option, QStyle::SubControl part);

// style_bars.cpp
void paintSlider(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style,
                 const QWidget* widget);
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style,
                    const QWidget* widget);
QRect scrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part, int shortest);
void paintSplitter(QPainter& painter, const QStyleOption& option);
void paintTab(QPainter& painter, const QStyleOptionTab& option, const QWidget* bar);
void paintTabWords(QPainter& painter, const QStyleOptionTab& option, const QRect& room,
                   const QWidget* bar);
// The words of a tab and the number behind them, which is smaller.
std::pair<QString, QString> tabWords(const QString& text);

// style_progress.cpp
void paintProgress(QPainter& painter, const QStyleOptionProgressBar& option);
// Moves the stripes of a bar without a known end.
void keepMoving(QProgressBar* bar);

// style_items.cpp
void paintItemGround(QPainter& painter, const QStyleOptionViewItem& option, const QWidget* widget);
void paintHeader(QPainter& painter, const QStyleOptionHeader& option);
QSize headerSize(const QStyleOptionHeader& option);
void paintBranch(QPainter& painter, const QStyleOption& option);
// Remembers which row of a table the pointer is on.
void watchRows(QWidget* table);

// style_menus.cpp
void makePopup(QWidget* popup);
int popupMargin(const QWidget* popup);
void paintPopup(QPainter& painter, const QStyleOption& option, double radius,
                const QWidget* widget);
void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& option, const QWidget* widget);
QSize menuItemSize(const QStyleOptionMenuItem& option, const QSize& contents);
// A key as it stands in a menu.
void paintKey(QPainter& painter, const QRectF& room, const QString& key, const Tokens& tokens);

}  // namespace trainyard::look
