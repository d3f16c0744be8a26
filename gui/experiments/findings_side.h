// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of the document, below its text: a head with their number and a list. It always
// takes up its space, whether there are problems or not; its height is set by the user, who can
// fold it to its head. It also says whether the document can be submitted.
#pragma once

#include <QWidget>

#include "gui/experiments/document/diagnostics_model.h"
#include "gui/forms/plain_label.h"
#include "gui/look/tokens.h"

class QTableView;

namespace trainyard {

class ProblemsHead;
class TargetCheck;

class FindingsSide : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  FindingsSide(DiagnosticsModel* findings, TargetCheck* check);

  // To be called when the findings have changed.
  void showCounts();
  QTableView* table() { return m_table; }
  // Its height with two problems.
  int usualHeight() const;

  bool isFolded() const { return m_isFolded; }
  void setFolded(bool isFolded);
  // Chooses the next problem, or the one before; after the last comes the first.
  void step(int by);

 signals:
  void chosen(const QModelIndex& finding);

 private:
  void chooseRow(int row);
  // The problem that was chosen last, or the place where it was.
  int lastRow() const;
  void takeRoom(int height);
  void retranslate();

  DiagnosticsModel* m_findings;
  ProblemsHead* m_head;
  QTableView* m_table;
  QLabel* m_none = plainLabel(look::Role::help);
  bool m_isFolded = false;
  int m_unfoldedHeight = 0;
  int m_lastRow = -1;
  QString m_lastPath, m_lastWords;
};

}  // namespace trainyard
