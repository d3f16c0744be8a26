// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of a run asks before it acts.
#pragma once

#include <QObject>

#include "gui/forms/experiment_copy.h"
#include "gui/runs/actions/run_actions.h"

namespace trainyard {

class RunQuestions : public QObject {
  Q_OBJECT
 public:
  // Dialogs belong to `page`, which owns it.
  RunQuestions(RunActions* actions, QWidget* page);

  void askRemove(const RunRecord& run);
  void askFetch(const RunRecord& run);
  void openFolder(const RunRecord& run);
  void openProfile(const RunRecord& run);

 signals:
  void failed(const QString& sentence);
  void openExperimentRequested(const trainyard::ExperimentCopy& copy);

 private:
  RunActions* m_actions;
  QWidget* m_page;
};

}  // namespace trainyard
