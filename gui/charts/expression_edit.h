// SPDX-License-Identifier: GPL-3.0-or-later
// A line for an expression: names are completed inside of it, and why it cannot be read stands
// below.
#pragma once

#include <QCompleter>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace trainyard {

class ExpressionEdit : public QWidget {
  Q_OBJECT
 public:
  // `isAxis`: of the horizontal axis, where nothing is what the page has.
  explicit ExpressionEdit(bool isAxis, QWidget* parent = nullptr);

  QString text() const;
  // Without telling that it changed; what a person is typing stays.
  void setText(const QString& text);
  // That can be named.
  void setMetrics(const QStringList& metrics);
  void setName(const QString& accessibleName, const QString& placeholder);
  void setRemovable(bool isRemovable);
  void enter();

 signals:
  void edited();
  void removeRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void complete();
  void insertName(const QString& name);
  void showProblem();
  void retranslate();

  bool m_isAxis;
  QStringList m_metrics;
  QLineEdit* m_line;
  QToolButton* m_remove;
  QLabel* m_problem;
  QStringListModel* m_names;
  QCompleter m_completer;
};

}  // namespace trainyard
