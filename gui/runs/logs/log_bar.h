// SPDX-License-Identifier: GPL-3.0-or-later
// Above an output: the search.
#pragma once

#include <QWidget>

#include "gui/runs/logs/log_search.h"

class QToolButton;

namespace trainyard {

class FindField;

class LogBar : public QWidget {
  Q_OBJECT
 public:
  explicit LogBar(QWidget* parent = nullptr);

  void enterFind();
  LogPattern pattern() const;
  // `isOver`: all lines were looked at. `current`: the selected match, from 0; -1: none.
  void showFound(const LogSearch& search, qsizetype current, bool isOver);

 signals:
  void patternChanged();
  void findRequested(bool backwards);
  void left();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  FindField* m_find;
  QToolButton* m_matchCase;
  QToolButton* m_regular;
};

}  // namespace trainyard
