// SPDX-License-Identifier: GPL-3.0-or-later
// A field of the form: label, the mark that it was changed, the control for its kind, the way back
// to its default, and a line with its problem, or what its value means. The line's place is always
// there; only a problem of a field that the user is at, or whose value changed, may take more.
#pragma once

#include <QToolButton>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/forms/form_model.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/problem_label.h"

class QBoxLayout;
class QGridLayout;

namespace trainyard {

class FieldInput;
class TimeLimitParts;
class ValueLine;
class ValueRuler;

class FieldEditor : public QWidget {
  Q_OBJECT
 public:
  FieldEditor(FormModel* model, int row);

  // Updates from the model. `isOnlyProblem`: the value is as it was.
  void refresh(bool isOnlyProblem = false);
  bool matches(const QString& words, Tier upTo) const;
  QWidget* input() const;
  // The input as a line; null if it is none.
  ValueLine* line() const;
  // Information about the value from outside the document ("1.2 GiB in 3 files"); plain text.
  void setAside(const QString& words);
  QString aside() const { return m_aside; }
  // What the value comes to in this document ("135 of 4,469 steps"); empty: nothing is known.
  void setMeaning(const QString& words);
  QString meaning() const { return m_meaning; }
  // Values that would do where the present one does not.
  void setOffers(const Offers& offers);
  // A picture of the value, right of the control.
  void setBeside(QWidget* picture);
  // What the field says below its control.
  QString note() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void buildReset();
  void buildNotes();
  void layOut();
  void arrange(bool isFolded);
  void connectInput();
  void addTimeParts();
  // Ctrl+T and the menu of a field begin several values.
  void offerSeveral();
  void beginSeveral();
  void askSeveral();
  void retranslate();
  void reset();
  void showReset();
  void showRuler();
  void showNote();
  void showTone();
  QString quietNote() const;
  QString whyNoEffect() const;

  FormModel* m_model;
  int m_row;
  FieldInput* m_input;
  QLabel* m_label = plainLabel(look::Role::body);
  ElidedLabel* m_note = new ElidedLabel;
  ProblemLabel* m_problemLabel;
  QToolButton* m_reset = new QToolButton;
  TimeLimitParts* m_timeParts = nullptr;  // of a time limit alone
  ValueRuler* m_ruler = nullptr;          // made for the first study
  QWidget* m_column = new QWidget;        // of the control and what stands below it
  QGridLayout* m_grid = nullptr;
  QBoxLayout* m_body = nullptr;
  QBoxLayout* m_controls = nullptr;
  QString m_aside, m_meaning, m_problem;
  Offers m_offers;
  bool m_isFolded = false;
  bool m_isWhole = false;  // all of the problem may be shown
};

}  // namespace trainyard
