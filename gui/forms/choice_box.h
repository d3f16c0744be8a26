// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of one value or, while a study tries several, these as chips.
#pragma once

#include <QComboBox>

#include "gui/forms/chip_row.h"

namespace trainyard {

class ChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  explicit ChoiceBox(const QStringList& choices);

  // One that is none of the choices is shown, too. Several are chips.
  void setValues(const QStringList& values);
  bool showsChips() const { return m_values.size() > 1; }
  void showPopup() override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  // The user took one away.
  void valuesLeft(const QStringList& values);
  // Which of them are tried is asked again.
  void severalWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  ChipRow chips() const;
  void fitRows();
  void remove(int value);

  QStringList m_values;
  int m_chosen = -1, m_hovered = -1;
  int m_otherRows = 0;  // what rows below the first take, in pixels
};

}  // namespace trainyard
