// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on the run that is shown: four buttons, and a menu of the rarer ones, the destructive
// one apart. Every button keeps its place, whatever state the run is in; unavailable ones are
// disabled. Actions apply to the run that was shown when the button was pressed.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>
#include <functional>

#include "gui/runs/actions/run_actions.h"
#include "gui/runs/actions/run_action_bar.h"

class QAction;
class QMenu;

namespace trainyard {

class CancelQuestion;
class RunModel;

class RunButtons : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunButtons(RunModel* run, RunActions* actions);

  // Updates which actions are available.
  void refresh();
  // Leaves icons, then words out until the buttons fit into this width.
  void fit(int width);
  QList<QAbstractButton*> commandButtons() const {
    return {m_resume, m_cancel, m_experiment, m_fetch};
  }
  // As its button does; nothing if that is not possible now.
  // With these settings changed before it goes on.
  void resumeShown(const QStringList& changes = {});

 signals:
  void fetchRequested(const trainyard::RunRecord& run);
  void removeRequested(const trainyard::RunRecord& run);
  void folderRequested(const trainyard::RunRecord& run);
  void filesRequested(const trainyard::RunRecord& run);
  void experimentRequested(const trainyard::RunRecord& run);
  void momentRequested();
  // What is done with runs from their table, too.
  void wanted(trainyard::RunActionBar::Act act, const trainyard::RunRecord& run);

 private:
  // Does it to the run that is shown, if it was shown when the button was pressed, too.
  std::function<void()> onPressedRun(std::function<void(const RunRecord&)> act);
  void bind(QPushButton* button, std::function<void(const RunRecord&)> act);
  void bind(QAction* action, std::function<void(const RunRecord&)> act);
  QWidget* buildButtons();
  void buildMenu();
  enum class Dress { wordsAndIcons, words };
  int dress(Dress dress);
  void retranslate();
  void resume(const RunRecord& run, const QStringList& changes = {});

  RunModel* m_run;
  RunActions* m_actions;
  QStackedWidget* m_pages = new QStackedWidget;
  CancelQuestion* m_question;
  QPushButton* m_resume = new QPushButton;
  QPushButton* m_cancel = new QPushButton;
  QPushButton* m_fetch = new QPushButton;
  QPushButton* m_experiment = new QPushButton;
  QToolButton* m_more = new QToolButton;
  QMenu* m_menu;
  QAction* m_rename;
  QAction* m_pin;
  QAction* m_archive;
  QAction* m_moment;
  QAction* m_report;
  QAction* m_files;
  QAction* m_folder;
  QAction* m_remove;
  int m_room = 0;     // for all buttons, in pixels; 0: not known yet
  QString m_pressed;  // the run that was shown when a button was pressed
};

}  // namespace trainyard
