// SPDX-License-Identifier: GPL-3.0-or-later
// A number at the corner of a place in the window, which follows the place; lit, with a frame
// around it.
#pragma once

#include <QWidget>

namespace trainyard {

class CallOutMark : public QWidget {
  Q_OBJECT
 public:
  // Both belong to the same window.
  CallOutMark(int number, QWidget* place, QWidget* window);

  void setWanted(bool isWanted);
  void setLit(bool isLit);
  bool isLit() const { return m_isLit; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  int m_number;
  QWidget* m_place;
  bool m_isWanted = false, m_isLit = false;
};

}  // namespace trainyard
