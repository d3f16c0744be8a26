// SPDX-License-Identifier: GPL-3.0-or-later
// A strip for the first start: four things to know, each with a place in the window. The one under
// the pointer, or chosen with the arrow keys, is lit.
#pragma once

#include <QList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace trainyard {

class FourThingsCell;

class FourThings : public QWidget {
  Q_OBJECT
 public:
  static constexpr int count = 4;

  FourThings();

  int lit() const { return m_lit; }  // from 0; -1: none

 signals:
  void litChanged(int number);
  void skipped();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void light(int number);
  void retranslate();

  QLabel* m_title;
  QLabel* m_hint;
  QPushButton* m_skip;
  QList<FourThingsCell*> m_cells;
  int m_lit = -1;
};

}  // namespace trainyard
