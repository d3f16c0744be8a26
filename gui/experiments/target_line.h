// SPDX-License-Identifier: GPL-3.0-or-later
// What the document was checked against and when, or why not; and the button to log in.
#pragma once

#include <QPushButton>
#include <QWidget>

#include "gui/forms/elided_label.h"

class QTimer;

namespace trainyard {

class TargetCheck;

class TargetLine : public QWidget {
  Q_OBJECT
 public:
  // The check must outlive it.
  explicit TargetLine(TargetCheck* check);

 private:
  void refresh();

  TargetCheck* m_check;
  ElidedLabel* m_text = new ElidedLabel;
  QPushButton* m_connect = new QPushButton;
  QTimer* m_clock;
};

}  // namespace trainyard
