// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a session's GPU-hours is spent, and how much of the rest is asked for.
#pragma once

#include <QWidget>

#include "gui/consents/consent_text.h"

namespace trainyard {

class BudgetBar : public QWidget {
  Q_OBJECT
 public:
  explicit BudgetBar(const BudgetShare& share);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  BudgetShare m_share;
};

}  // namespace trainyard
