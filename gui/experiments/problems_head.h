// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the list of problems: how many there are of each severity, what the document was
// checked against, and an arrow that folds the list.
#pragma once

#include <QToolButton>
#include <QWidget>
#include <array>

#include "engine/contract/describe/diagnostic.h"
#include "gui/forms/plain_label.h"

namespace trainyard {

class DiagnosticsModel;
class SeverityCount;
class TargetCheck;

class ProblemsHead : public QWidget {
  Q_OBJECT
 public:
  // The check must outlive it.
  explicit ProblemsHead(TargetCheck* check);

  void showCounts(const DiagnosticsModel& findings);
  void showFolded(bool isFolded);

 signals:
  void foldWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  void retranslate();

  QLabel* m_title = plainLabel(look::Role::emphasis);
  std::array<SeverityCount*, 3> m_counts;
  QToolButton* m_fold = new QToolButton;
  bool m_isFolded = false;
};

}  // namespace trainyard
