// SPDX-License-Identifier: GPL-3.0-or-later
// A box for true and false or, while a study tries both, for these with them as chips beside it.
#pragma once

#include <QCheckBox>

#include "gui/forms/chip_row.h"

namespace trainyard {

class BooleanBox : public QCheckBox {
  Q_OBJECT
 public:
  BooleanBox();

  // A text that is neither true nor false is shown as neither.
  void setValues(const QStringList& values);
  bool showsChips() const { return m_values.size() > 1; }
  QSize sizeHint() const override;

 signals:
  // The user took one away.
  void valuesLeft(const QStringList& values);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool hitButton(const QPoint& point) const override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  ChipRow chips() const;

  QStringList m_values;
  int m_hovered = -1;
};

}  // namespace trainyard
