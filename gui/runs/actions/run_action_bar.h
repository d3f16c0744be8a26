// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the chosen runs. Its buttons are always in their places; one that is not
// possible is grey and says why.
#pragma once

#include <QList>
#include <QToolButton>
#include <QWidget>

#include "remote/store/records.h"

class QAction;
class QLabel;
class QMenu;

namespace trainyard {

class RunActionBar : public QWidget {
  Q_OBJECT
 public:
  RunActionBar();

  enum class Act {
    open,
    compare,
    duplicate,
    tag,
    archive,
    resume,
    cancel,
    pin,
    note,
    project,
    rename,
    fetch,
    report,
    study,
    remove
  };

  // `isServed`: whether the service is connected.
  void show(const QList<RunRecord>& chosen, bool isServed);
  // All of it, for the place of a row.
  QMenu* menu() const { return m_menu; }

 signals:
  void wanted(trainyard::RunActionBar::Act act);

 private:
  struct Entry {
    Act act;
    QAction* action;
    QToolButton* button = nullptr;
  };
  void add(Act act, const QString& icon, const QString& keys = {});
  void retranslate();
  void fit();
  QAction* action(Act act) const;
  void allow(Act act, bool isPossible, const QString& why);

  QLabel* m_count;
  QToolButton* m_more = new QToolButton;
  QMenu* m_menu;
  QList<Entry> m_entries;
  int m_numChosen = 0;
};

}  // namespace trainyard
