// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll bar that shows where marked lines are in all of the text.
#pragma once

#include <QScrollBar>

#include "gui/look/tokens.h"

namespace trainyard {

class MarkScrollBar : public QScrollBar {
  Q_OBJECT
 public:
  struct Mark {
    double from = 0, to = 0;  // shares of the text, from 0 to 1
    look::Tone tone = look::Tone::quiet;
  };

  MarkScrollBar();

  // Later ones cover earlier ones.
  void setMarks(QList<Mark> marks);
  const QList<Mark>& marks() const { return m_marks; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QList<Mark> m_marks;
};

}  // namespace trainyard
