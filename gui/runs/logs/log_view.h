// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run while it is written: file selection, follow, find, copy. Holds only the last
// lines; the files have all.
#pragma once

#include <QWidget>

#include "gui/runs/logs/log_text.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace trainyard {

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
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildBar();
  void buildOptions();
  void retranslate();
  void showRestarted();
  void showOpened();
  void showFiles();
  void showRead(const QList<LogLine>& lines, const LogLine& open);
  void showNote();
  void find(bool backwards);
  int preferredFile() const;
  QString title(const QString& file) const;

  RunModel* m_run;
  LogReader* m_reader;
  QComboBox* m_files;
  QComboBox* m_attempts;
  QCheckBox* m_follow;
  look::Switch* m_colours;
  look::Switch* m_collapse;
  QLineEdit* m_find;
  QToolButton* m_previous;
  QToolButton* m_next;
  QLabel* m_note;
  QToolButton* m_earlier;
  LogPane* m_text;
  QString m_found;  // of the last search
};

}  // namespace trainyard
