// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run while it is written: which file, how it is shown, search,
// errors, copy, save. Holds only the last lines; the files have all.
#pragma once

#include <QWidget>

#include "gui/runs/logs/log_text.h"

class QComboBox;
class QToolButton;

namespace trainyard {

class LogBar;
class LogFoot;
class LogHead;
class LogHitList;
class LogPane;
class LogReader;
class LogSaver;
class LogSide;
class RunActions;
class RunModel;

class LogView : public QWidget {
  Q_OBJECT
 public:
  LogView(RunModel* run, RunActions* actions);
  // Moves the focus to the search.
  void enterFind();
  // Chooses the file that should have the reason of a failure, and goes to its
  // last error as soon as it is read.
  void showError();
  // Shows both streams of an attempt around this place of their file.
  void showPlace(int attempt, qint64 offset);
  QSize minimumSizeHint() const override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildNarrowBar();
  void connectReader();
  void connectParts();
  void connectHits();
  void retranslate();
  void showRestarted();
  void showOpened();
  void showFiles();
  void showAttempts();
  void showRead(const QList<LogLine>& lines, const LogLine& open);
  void showState();
  void showFound();
  void goToWantedError();
  void searchAll();
  void closeHits();
  QString note() const;
  QString amount() const;
  void open(const QString& file);
  void copy();
  void askSave();

  RunModel* m_run;
  RunActions* m_actions;
  LogReader* m_reader;
  LogSaver* m_saver;
  LogSide* m_side;
  // Made with the bar below.
  QComboBox* m_files = nullptr;
  QComboBox* m_attempts = nullptr;
  QToolButton* m_options = nullptr;
  QWidget* m_narrowBar;
  LogBar* m_bar;
  LogHead* m_head;
  LogHitList* m_hits;
  LogPane* m_text;
  LogFoot* m_foot;
  QString m_saved;  // what came of saving
  bool m_isSaveProblem = false;
  QString m_searched;  // the words that the whole file was searched for
  bool m_wantsError = false;
  std::optional<qint64> m_wantedPlace;  // once the files of the attempt are known
};

}  // namespace trainyard
