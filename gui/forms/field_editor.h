// SPDX-License-Identifier: GPL-3.0-or-later
// One field of the form: label, mark of change, editor fitting its kind, unit, and one line that
// tells what is wrong or else what it is for: its height never changes with what is found.
#pragma once

#include <QWidget>

#include "gui/forms/form_model.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace trainyard {

class ElidedLabel;

class FieldEditor : public QWidget {
  Q_OBJECT
 public:
  FieldEditor(FormModel* model, int row, QWidget* parent = nullptr);

  // Takes the model's state over; another spelling of the same value stays as it was typed.
  void refresh();
  bool matches(const QString& words, Tier upTo) const;
  QWidget* input() const { return m_input; }
  // What is known beyond the document of what stands here ("1.2 GiB in 3 files"); plain text.
  void setAside(const QString& words);
  QString aside() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeInput();
  QWidget* makeLines();
  QWidget* makeLine();
  QWidget* makeChoice();
  void layOut();
  void retranslate();
  void fitLines(QPlainTextEdit* lines);
  void setInputText(const QString& text);
  void markProblem(const QString& problem, Severity severity);

  FormModel* m_model;
  int m_row;
  QWidget* m_input = nullptr;
  QLabel* m_label;
  QLabel* m_unit;
  ElidedLabel* m_note;
  QLabel* m_aside;
  QToolButton* m_reset;
  bool m_refreshing = false;
};

}  // namespace trainyard
