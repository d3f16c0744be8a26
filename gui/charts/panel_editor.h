// SPDX-License-Identifier: GPL-3.0-or-later
// Edits one panel of a person's own, beside the page on which it is. Each change is told at once.
#pragma once

#include <QWidget>

#include "gui/charts/own_panel.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace trainyard {

class ExpressionEdit;
namespace look {
class SegmentedControl;
}

// The lowest and the highest value of an axis, each of which may be left to the page.
class LimitsEdit : public QWidget {
  Q_OBJECT
 public:
  explicit LimitsEdit(QWidget* parent = nullptr);

  std::optional<double> low() const;
  std::optional<double> high() const;
  void setLimits(std::optional<double> low, std::optional<double> high);
  void setNames(const QString& low, const QString& high, const QString& placeholder);

 signals:
  void edited();

 private:
  QLineEdit *m_low, *m_high;
};

class PanelEditor : public QWidget {
  Q_OBJECT
 public:
  explicit PanelEditor(QWidget* parent = nullptr);

  // What a person is typing stays as it is typed: the panel that was told last changes nothing.
  void setPanel(const OwnPanel& panel, const QStringList& metrics);
  const OwnPanel& panel() const { return m_panel; }
  void enter();

 signals:
  void edited(const trainyard::OwnPanel& panel);
  void closeRequested();
  void duplicateRequested();
  void moveRequested(int by);
  void removeRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // What is chosen of a few, by its place among the fields.
  enum Choice { ofKind, ofReduction, ofXScale, ofYScale, ofBand, ofWidth, ofHeight, numChoices };
  // A field with the label above it.
  struct Row {
    QLabel* label;
    QWidget* field;
  };
  QWidget* buildForm();
  QWidget* buildFoot();
  void addLabelled(QVBoxLayout* column, QWidget* field);
  void buildChoices();
  void nameChoices();
  void showFields();
  void connectParts();
  void showExpressions();
  ExpressionEdit* addExpression();
  void collect();
  void retranslate();

  OwnPanel m_panel;
  QStringList m_metrics;
  bool m_isFilled = false;
  QList<Row> m_rows;  // in the order of the form
  QLabel* m_title;
  QLineEdit *m_name, *m_section;
  QVBoxLayout* m_lines;
  QList<ExpressionEdit*> m_expressions;
  ExpressionEdit* m_x;
  LimitsEdit *m_yLimits, *m_xLimits;
  QList<look::SegmentedControl*> m_choices;  // by Choice
  QToolButton* m_close;
  QList<QPushButton*> m_buttons;  // add, duplicate, earlier, later, remove
};

}  // namespace trainyard
