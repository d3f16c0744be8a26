// The output of a run as it is written: choice of file, follow, find, copy. Holds the last lines
// only; the files have all.
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/runs/log_text.h"
#include "gui/runs/run_actions.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class RunModel;

class LogView : public QWidget {
  Q_OBJECT
 public:
  LogView(RunModel* run, RunActions* actions, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void buildBar();
  void restart();   // another run or attempt
  void openFile();  // another file of it
  void poll();
  void showFiles(const QList<LogFile>& files);
  void showChunk(const LogChunk& chunk);
  void find(bool backwards);
  void showEmpty(const QString& sentence);
  QString title(const QString& file) const;

  RunModel* m_run;
  RunActions* m_actions;
  QComboBox* m_files;
  QComboBox* m_attempts;
  QCheckBox* m_follow;
  QLineEdit* m_find;
  QLabel* m_note;
  QPlainTextEdit* m_text;
  QTimer m_timer;
  LogText m_lines;
  QString m_shownRun, m_file;
  int m_attempt = 0;
  qint64 m_offset = 0;
  bool m_reading = false, m_openLineShown = false;
};

}  // namespace trainyard
