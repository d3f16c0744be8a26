// SPDX-License-Identifier: GPL-3.0-or-later
// The lines in which two texts differ, with their numbers; it can be selected and copied.
#pragma once

#include <QPlainTextEdit>

#include "gui/runs/code/line_difference.h"

namespace trainyard {

class DifferenceView : public QPlainTextEdit {
  Q_OBJECT
 public:
  DifferenceView();

  void show(const QList<DifferenceLine>& lines);
  // Goes to the next place where they differ.
  void goToNext(bool backwards);
  const QList<DifferenceLine>& lines() const { return m_lines; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void colour();

  QList<DifferenceLine> m_lines;
  int m_textColumn = 0;  // where the text of a line begins
};

}  // namespace trainyard
