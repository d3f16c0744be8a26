// SPDX-License-Identifier: GPL-3.0-or-later
// In the place of the table where it has no run: why, and how to begin.
#pragma once

#include <QPushButton>
#include <QWidget>

#include "gui/forms/plain_label.h"

namespace trainyard {

class EmptyRuns : public QWidget {
  Q_OBJECT
 public:
  EmptyRuns();

  // `isBeginning`: there are no runs at all.
  void show(const QString& why, bool isBeginning);

 signals:
  void presetWanted();

 private:
  QLabel* m_why = plainLabel();
  QPushButton* m_begin = new QPushButton;
};

}  // namespace trainyard
