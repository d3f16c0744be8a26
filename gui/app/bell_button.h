// SPDX-License-Identifier: GPL-3.0-or-later
// The bell of the rail, with the number of what waits for the person.
#pragma once

#include <QToolButton>

namespace trainyard {

class BellButton : public QToolButton {
  Q_OBJECT
 public:
  BellButton();

  void setCount(int count);
  int count() const { return m_count; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();

  int m_count = 0;
};

}  // namespace trainyard
