// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a run's profiled steps went, and its trace as a file. Of a run without a
// profile it says how to get one.
#pragma once

#include <QDialog>

#include "gui/runs/actions/run_actions.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace trainyard {

class ProfileDialog : public QDialog {
  Q_OBJECT
 public:
  // The actions must outlive it.
  ProfileDialog(const RunRecord& run, RunActions* actions, QWidget* parent);

 signals:
  // The experiment again, with steps that are profiled.
  void experimentWanted(const QList<std::pair<QString, QString>>& values);

 private:
  QWidget* buildProfile();
  QWidget* buildMessage();
  void connectActions();
  void showContent(int attempt, const QByteArray& content);
  void showMessage(const QString& sentence, bool offersExperiment);
  void chooseTraceFile();

  RunRecord m_run;
  RunActions* m_actions;
  int m_attempt = 0;
  QStackedWidget* m_pages;
  QLabel *m_message, *m_title, *m_phases, *m_longest, *m_gpu, *m_waits, *m_note;
  QPushButton *m_save, *m_again;
};

}  // namespace trainyard
