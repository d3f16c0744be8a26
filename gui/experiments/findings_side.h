// SPDX-License-Identifier: GPL-3.0-or-later
// Below the experiment: the findings, and what its cluster says. It always takes up its
// space, whether there are findings or not; its height is set by the user.
#pragma once

#include <QWidget>

#include "gui/experiments/diagnostics_model.h"

class QTableView;

namespace trainyard {

class TargetCheck;

class FindingsSide : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  FindingsSide(DiagnosticsModel* findings, TargetCheck* check, QWidget* parent = nullptr);

  QTableView* table() { return m_table; }

 signals:
  void chosen(const QModelIndex& finding);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QTableView* m_table;
};

}  // namespace trainyard
