// SPDX-License-Identifier: GPL-3.0-or-later
// The way of one login as a chain: this computer, the login node, and the nodes behind it.
#pragma once

#include <QList>
#include <QWidget>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class LoginChain : public QWidget {
  Q_OBJECT
 public:
  LoginChain();

  void show(const TargetRecord& cluster);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Station {
    QString icon, name, text;
    QString way;  // to the next one
    bool isOpen = false;
  };
  QList<Station> stations() const;

  TargetRecord m_cluster;
};

}  // namespace trainyard
