// SPDX-License-Identifier: GPL-3.0-or-later
// The title bar of the clusters: what can be done with the one that is shown. Its buttons have
// fixed places, and are off while they cannot be used.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "remote/service/client/client.h"

class QMenu;

namespace trainyard {

class ClusterHead : public QWidget {
  Q_OBJECT
 public:
  enum class Act { edit, terminal, files, check, checkJob, disconnect, connect, remove };

  ClusterHead();

  // Null: none. `isBusy`: an answer about it is pending.
  void show(const TargetRecord* cluster, bool isBusy);
  QList<QAbstractButton*> commandButtons() const;

 signals:
  // Of the cluster that was shown when the button was pressed.
  void requested(trainyard::ClusterHead::Act act, const QString& cluster);

 private:
  void addMenu();
  QPushButton* button(Act act) const { return m_buttons[static_cast<int>(act)]; }
  void retranslate();
  void fit();

  QLabel* m_title;
  QList<QPushButton*> m_buttons;  // in the order of Act, without those of the menu
  QToolButton* m_more = new QToolButton;
  QMenu* m_menu;
  QAction* m_remove = nullptr;
  QString m_shown, m_pressed;
};

}  // namespace trainyard
