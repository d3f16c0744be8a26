// SPDX-License-Identifier: GPL-3.0-or-later
// The field of a search, with the number of matches and the buttons that go between them inside its
// right end.
#pragma once

#include <QLineEdit>

class QLabel;
class QToolButton;

namespace trainyard {

class FindField : public QLineEdit {
  Q_OBJECT
 public:
  FindField();

  // "3 of 17"; empty: nothing was searched for.
  void showCount(const QString& words);
  QString count() const;

 signals:
  void findRequested(bool backwards);
  void left();  // by Escape, which also empties it

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void retranslate();
  void fitMargins();

  QLabel* m_count;
  QToolButton* m_previous;
  QToolButton* m_next;
};

}  // namespace trainyard
