// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a run in its head: what it does and where, its facts, its progress. Nothing in it
// moves, whatever the run does.
#pragma once

#include <QProgressBar>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/look/pill.h"

namespace trainyard {

class RunModel;
class TargetList;

class RunHead : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunHead(RunModel* run, TargetList* targets);

  void refresh();
  void retranslate();

 private:
  void showWhere();
  void showProgress();

  RunModel* m_run;
  TargetList* m_targets;
  look::Pill* m_state = new look::Pill;
  ElidedLabel* m_where = new ElidedLabel;
  ElidedLabel* m_facts = new ElidedLabel;
  QProgressBar* m_progress = new QProgressBar;
};

}  // namespace trainyard
