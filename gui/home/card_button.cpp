// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/card_button.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {

void CardButton::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  const bool isMarked = isPointedAt() || isDown();
  look::paintBox(painter, rect(), look::px(8), isDown() ? tokens.hover : tokens.surface,
                 isMarked ? tokens.accent : tokens.hairline, isMarked ? 2 : 1);
  paintContent(painter);
}

void CardButton::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  pointedAtChanged();
  update();
}

void CardButton::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  pointedAtChanged();
  update();
}

void CardButton::focusInEvent(QFocusEvent* event) {
  QAbstractButton::focusInEvent(event);
  m_hasKeyFocus = event->reason() != Qt::MouseFocusReason;
  pointedAtChanged();
}

void CardButton::focusOutEvent(QFocusEvent* event) {
  QAbstractButton::focusOutEvent(event);
  m_hasKeyFocus = false;
  pointedAtChanged();
}

void CardButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace trainyard
