// SPDX-License-Identifier: GPL-3.0-or-later
// Ports of this computer that lead to the cluster that is shown, and how another one is opened.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class PortsView : public QWidget {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit PortsView(ServiceClient* client);
  ~PortsView() override;

  void show(const QString& cluster, bool isConnected);
  void refresh();

 signals:
  void failed(const QString& sentence);

 private:
  void showTunnels(const QList<TunnelRecord>& tunnels);
  QWidget* makeRow(const TunnelRecord& tunnel);
  void askPort();
  void open(const NodePort& port);
  void retranslate();

  ServiceClient* m_client;
  QString m_cluster;
  QList<TunnelRecord> m_tunnels;
  QLabel *m_title, *m_none;
  QPushButton* m_open = new QPushButton;
  QVBoxLayout* m_rows;
  std::stop_source m_stop;
};

}  // namespace trainyard
