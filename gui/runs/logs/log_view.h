// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run while it is written: file selection, follow, find, copy.
// Holds only the last lines; the files have all.
#pragma once

#include <QWidget>

#include "gui/runs/logs/log_text.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace trainyard {

class FindField;
class LogFoot;
class LogPane;
class LogReader;
class RunActions;
class RunModel;

namespace look {
class Switch;
}

class LogView : public QWidget {
  Q_OBJECT
 public:
  LogView(RunModel* run, RunActions* actions, QWidget* parent = nullptr);
  // Moves the focus to the search.
  void enterFind();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildBar();
  void buildOptions();
  void retranslate();
  void showRestarted();
  void showOpened();
  void showFiles();
  void showRead(const QList<LogLine>& lines, const LogLine& open);
  void showNote();
  void search();
  void showFound();
  int preferredFile() const;
  QString title(const QString& file) const;

  RunModel* m_run;
  LogReader* m_reader;
  QComboBox* m_files;
  QComboBox* m_attempts;
  look::Switch* m_colours;
  look::Switch* m_collapse;
  FindField* m_find;
  QToolButton* m_matchCase;
  QToolButton* m_regular;
  QLabel* m_note;
  QToolButton* m_earlier;
  LogPane* m_text;
  LogFoot* m_foot;
  QString m_found;  // what the search has to say
};

}  // namespace trainyard
