// SPDX-License-Identifier: GPL-3.0-or-later
// A tab for each open document: its name, with a cross that closes it. While something is not
// saved, there is a dot in place of the cross until the pointer is over it. Tabs are moved by
// dragging, and a middle click closes one.
#pragma once

#include <QTabBar>

namespace trainyard {

class DocumentTabBar : public QTabBar {
  Q_OBJECT
 public:
  DocumentTabBar();

  int addDocument();
  void setTitle(int index, const QString& title);
  void showDocument(int index, const QString& tip, bool isModified);

 signals:
  void closeWanted(int index);

 protected:
  QSize tabSizeHint(int index) const override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void retranslate();

  int m_pressed = -1;  // where the middle button went down
};

}  // namespace trainyard
