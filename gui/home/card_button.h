// SPDX-License-Identifier: GPL-3.0-or-later
// A card that can be clicked as a whole, also from the keyboard.
#pragma once

#include <QAbstractButton>

namespace trainyard {

class CardButton : public QAbstractButton {
  Q_OBJECT
 public:
  using QAbstractButton::QAbstractButton;

 protected:
  // Paints the card; the subclass paints what is on it.
  void paintEvent(QPaintEvent* event) override;
  virtual void paintContent(QPainter& painter) = 0;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

  // The pointer is on it, or the keyboard's focus.
  bool isPointedAt() const { return underMouse() || m_hasKeyFocus; }
  virtual void pointedAtChanged() {}

 private:
  bool m_hasKeyFocus = false;
};

}  // namespace trainyard
