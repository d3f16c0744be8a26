// SPDX-License-Identifier: GPL-3.0-or-later
// Below the experiment: whether it can be submitted, and the findings. It always takes up its
// space, whether there are findings or not; its height is set by the user.
#pragma once

#include <QWidget>

#include "gui/experiments/diagnostics_model.h"

class QLabel;
class QTableView;

namespace trainyard {

class TargetCheck;

class FindingsSide : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  FindingsSide(DiagnosticsModel* findings, TargetCheck* check, QWidget* parent = nullptr);

  void showVerdict();
  QString verdict() const;
  QTableView* table() { return m_table; }

 signals:
  void chosen(const QModelIndex& finding);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  DiagnosticsModel* m_findings;
  TargetCheck* m_check;
  QLabel* m_verdict;
  QTableView* m_table;
};

}  // namespace trainyard
