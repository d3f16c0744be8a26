// One field of the form: label, mark of change, editor fitting its kind, unit, hint, problem.
#pragma once

#include <QWidget>

#include "gui/forms/form_model.h"

class QLabel;
class QToolButton;

namespace trainyard {

class FieldEditor : public QWidget {
  Q_OBJECT
 public:
  FieldEditor(FormModel* model, int row, QWidget* parent = nullptr);

  // Takes the model's state over; what a person is typing right now stays unless the document says
  // otherwise.
  void refresh();
  bool matches(const QString& words, Tier upTo) const;
  // The help's first sentence under the editor, or only at the pointer.
  void showHint(bool shown);
  QWidget* input() const { return m_input; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeInput();
  QWidget* makeLines();
  void setInputText(const QString& text);
  void markProblem(const QString& problem, Severity severity);

  FormModel* m_model;
  int m_row;
  QWidget* m_input = nullptr;
  QLabel* m_label;
  QLabel* m_hint;
  QLabel* m_problem;
  QToolButton* m_reset;
  bool m_refreshing = false;
};

}  // namespace trainyard
