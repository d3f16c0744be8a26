// SPDX-License-Identifier: GPL-3.0-or-later
// A field of the form: label, change mark, editor for its kind, unit, and one line with its error
// or its description, whose height never changes.
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

  // Updates from the model; a different spelling of the same value is kept as it was typed.
  void refresh();
  bool matches(const QString& words, Tier upTo) const;
  QWidget* input() const { return m_input; }
  // Information about the value from outside the document ("1.2 GiB in 3 files"); plain text.
  void setAside(const QString& words);
  QString aside() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeInput();
  QWidget* makeLines();
  QWidget* makeLine();
  QWidget* makeChoice();
  // Ctrl+T and the menu of a field ask for several values.
  void offerSeveral();
  void askSeveral();
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
