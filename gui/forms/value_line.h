// SPDX-License-Identifier: GPL-3.0-or-later
// A field of one line: a value with its unit and buttons for the next and the previous one, or
// several values as chips with a place to type behind them. Its text is all that it holds: several
// values stand in it with separators between them, and the one with the cursor is shown as text.
#pragma once

#include <QLineEdit>
#include <functional>

#include "gui/forms/value_chips.h"

namespace trainyard {

class ValueLine : public QLineEdit {
  Q_OBJECT
 public:
  using Takes = ValueChips::Takes;
  explicit ValueLine(Takes takes, QWidget* parent = nullptr);

  void setUnit(const QString& unit);
  // Left of the value.
  void setIcon(const QString& icon);
  // What follows a text in a direction (1 or -1); empty: nothing does. With it the field may
  // have buttons, and Up, Down and the wheel act while it has the focus.
  using Next = std::function<QString(const QString& text, int direction)>;
  enum class Buttons { both, none };
  void setNext(const Next& next, Buttons buttons = Buttons::both);
  // Whether a value may stand here: a chip that may not is marked.
  void setCheck(const ValueChips::Check& check) { m_chips.setCheck(check); }
  // The values are paths.
  void setPaths() { m_chips.setPaths(); }
  // Whether a comma ends an item of a list.
  void setDividedByCommas(bool is) { m_chips.setDividedByCommas(is); }
  // With values to choose from, a mark at the right asks for their list.
  void setDrop(bool has);
  // Of texts: that there are several.
  void setSeveral(bool is) { m_chips.setSeveral(is); }

  bool showsChips() const { return m_chips.isShown(); }
  QStringList values() const { return valuesIn(text(), separator()); }
  const ValueSeparator& separator() const { return m_chips.separator(); }
  // Makes a place for another value behind those that are there.
  void begin();
  // The value with the cursor, if that is at its end; empty: there is none.
  QString typedValue() const;
  // Writes another in its place, as if it were typed.
  void replaceTyped(const QString& value);
  // Chips that do not fit into a row begin another.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void dropWanted();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class Button { none, less, more, drop };

  void fitMargins();
  QRectF buttonAt(Button button) const;
  Button buttonUnder(QPointF point) const;
  void press(Button button);
  void step(int direction);
  void pasteValues();
  void paintEnd(QPainter& painter) const;

  ValueChips m_chips;
  QString m_unit, m_icon;
  Next m_next;
  bool m_hasSteps = false;  // buttons for it
  bool m_hasDrop = false;
  Button m_hoveredButton = Button::none;
  int m_hoveredChip = -1;
};

}  // namespace trainyard
