// SPDX-License-Identifier: GPL-3.0-or-later
// What a person notes about a run: its title, tags and words, kept a moment after typing. What
// arrives from elsewhere meanwhile does not replace what is being typed.
#pragma once

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>

#include "gui/forms/plain_label.h"
#include "gui/runs/actions/run_actions.h"

namespace trainyard {

class RunModel;

class RunNotes : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunNotes(RunModel* run, RunActions* actions);
  ~RunNotes() override;

  // Moves the focus to the words.
  void edit();

 private:
  void retranslate();
  void showRun();
  void showRecord();
  void keep();

  RunModel* m_run;
  RunActions* m_actions;
  QLabel* m_titleName = plainLabel(look::Role::name);
  QLineEdit* m_title = new QLineEdit;
  QLabel* m_tagsName = plainLabel(look::Role::name);
  QLineEdit* m_tags = new QLineEdit;
  QLabel* m_noteName = plainLabel(look::Role::name);
  QPlainTextEdit* m_note = new QPlainTextEdit;
  QTimer m_typing;
  QString m_shown;                              // the run that the fields belong to
  QString m_keptTitle, m_keptTags, m_keptNote;  // as last read or asked to be kept
};

}  // namespace trainyard
