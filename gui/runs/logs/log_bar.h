// SPDX-License-Identifier: GPL-3.0-or-later
// Above an output: the search, how much is shown, and what can be done with it.
#pragma once

#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/runs/logs/log_search.h"

class QToolButton;

namespace trainyard {

class FindField;

class LogBar : public QWidget {
  Q_OBJECT
 public:
  LogBar();

  void enterFind();
  LogPattern pattern() const;
  // `isOver`: all lines were looked at. `current`: the selected match, from 0; -1: none.
  void showFound(const LogSearch& search, qsizetype current, bool isOver);
  // "2,526 lines, 318 kB, all of it is here".
  void showAmount(const QString& words);
  void setCanSave(bool canSave);
  // Buttons without words, where there is little room.
  void setNarrow(bool isNarrow);

 signals:
  void patternChanged();
  void findRequested(bool backwards);
  void left();
  void copyRequested();
  void saveRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();

  FindField* m_find;
  QToolButton* m_matchCase;
  QToolButton* m_regular;
  ElidedLabel* m_amount = new ElidedLabel;
  QToolButton* m_copy;
  QToolButton* m_save;
};

}  // namespace trainyard
