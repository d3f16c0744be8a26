// SPDX-License-Identifier: GPL-3.0-or-later
// The output of a run while it is written: file selection, follow, find, copy. Holds only the last
// lines; the files have all.
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/runs/logs/log_text.h"
#include "gui/runs/run_actions.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace trainyard {

class RunModel;

class LogView : public QWidget {
  Q_OBJECT
 public:
  LogView(RunModel* run, RunActions* actions, QWidget* parent = nullptr);
  // Moves the focus to the search.
  void enterFind();

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildBar();
  void retranslate();
  void restart();   // another run or attempt
  void openFile();  // another file of it
  void openTail(qint64 bytes);
  void showNote();
  void poll();
  void showFiles(const QList<LogFile>& files);
  void showChunk(const LogChunk& chunk);
  void find(bool backwards);
  int preferredFile(const QList<LogFile>& files) const;
  QString title(const QString& file) const;

  RunModel* m_run;
  RunActions* m_actions;
  QComboBox* m_files;
  QComboBox* m_attempts;
  QCheckBox* m_follow;
  QLineEdit* m_find;
  QToolButton* m_previous;
  QToolButton* m_next;
  QLabel* m_note;
  QToolButton* m_earlier;
  QPlainTextEdit* m_text;
  QTimer m_timer;
  LogText m_lines;
  QString m_shownRun, m_file;
  int m_attempt = 0;
  qint64 m_offset = 0, m_begin = 0;  // where the shown part starts
  qint64 m_tail = 0;                 // how much of the end was requested
  bool m_isCutBegin = false;         // the first line to arrive is incomplete
  QString m_problem, m_found;        // of reading, and of the last search
  bool m_reading = false, m_openLineShown = false;
  // The run had ended when this was requested, so an empty answer is the last one.
  bool m_isLastLook = false, m_isComplete = false;
};

}  // namespace trainyard
