// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a cluster: its name, its link, and what can be done with it.
#pragma once

#include <QLabel>
#include <QPushButton>

#include "gui/forms/elided_label.h"
#include "remote/service/client/client.h"

namespace trainyard {

class ClusterHead : public QWidget {
  Q_OBJECT
 public:
  enum class Act { files, connect, disconnect, check, checkJob, edit, remove };

  ClusterHead();

  // Null: none. `isBusy`: an answer about it is pending.
  void show(const TargetRecord* cluster, bool isBusy);
  QList<QAbstractButton*> commandButtons() const;

 signals:
  // Of the cluster that was shown when the button was pressed.
  void requested(trainyard::ClusterHead::Act act, const QString& cluster);

 private:
  QPushButton* button(Act act) const { return m_buttons[static_cast<int>(act)]; }
  void retranslate();

  ElidedLabel* m_name = new ElidedLabel;
  QLabel *m_link, *m_text;
  QList<QPushButton*> m_buttons;  // in the order of Act
  QString m_shown, m_pressed;
};

}  // namespace trainyard
