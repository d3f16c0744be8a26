// SPDX-License-Identifier: GPL-3.0-or-later
// The first start: the strip of Home with four things to know, and their numbers at the places that
// they are about. Nothing is covered, and the pointer goes through.
#pragma once

#include <QList>
#include <QObject>
#include <functional>

class QMainWindow;
class QWidget;

namespace trainyard {

class CallOutMark;
class FourThings;

class CallOuts : public QObject {
  Q_OBJECT
 public:
  // `places`: of each of the four; a place may be hidden. All belong to the window.
  CallOuts(QMainWindow* window, FourThings* strip, const QList<QWidget*>& places);

  // Whether no window was there before this one; to be asked before it remembers anything.
  static bool isFirstStart();
  void begin();
  void end();
  const QList<CallOutMark*>& marks() const { return m_marks; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  FourThings* m_strip;
  QList<CallOutMark*> m_marks;
};

}  // namespace trainyard
