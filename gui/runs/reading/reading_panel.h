// SPDX-License-Identifier: GPL-3.0-or-later
// What is read from a run's output, and how else it could be: names that are left out, the name of
// the step, a pattern. Says at each change what would be read.
#pragma once

#include <QWidget>

#include "remote/service/protocol/reading_values.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTimer;

namespace trainyard {

class RunActions;
class RunModel;

class ReadingPanel : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  ReadingPanel(RunModel* run, RunActions* actions);

  // Begins with what is read of the run that is shown, and moves the focus to the pattern.
  void begin();

 signals:
  void closed();
  void done(const QString& sentence);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void connectParts();
  void retranslate();
  void askSoon();
  void ask();
  void readAgain();
  void asLearned();
  void showAnswer(const RereadArguments& asked, const RereadAnswer& answer);
  void showProblem(const QString& sentence);
  void showButtons();
  RereadArguments reading(bool isPreview) const;
  QStringList leftOut() const;

  RunModel* m_run;
  RunActions* m_actions;
  QLabel *m_title, *m_namesTitle, *m_patternTitle, *m_stepTitle, *m_verdict, *m_hint;
  QPushButton *m_learned, *m_close, *m_read, *m_cancel;
  QListWidget* m_names;
  QLineEdit *m_pattern, *m_step;
  QCheckBox* m_keep;
  QTimer* m_pause;
  QString m_asked;  // the run of which the panel tells
  bool m_isReading = false, m_isShowing = false;
};

}  // namespace trainyard
