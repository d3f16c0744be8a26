// SPDX-License-Identifier: GPL-3.0-or-later
// The window's connection to the service: connects, connects again when necessary, and says in the
// rail how it is.
#pragma once

#include <QTimer>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class Rail;
class WindowPages;

class ServiceConnection : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  ServiceConnection(ServiceClient* client, WindowPages* pages, Rail* rail);

  void connectToService();
  void stop() { m_stop.request_stop(); }
  void show();

 private:
  QString storeRefusal() const;  // empty: none
  QCoro::Task<void> run();

  ServiceClient* m_client;
  WindowPages* m_pages;
  Rail* m_rail;
  QTimer m_retry;
  QString m_failure;  // the last one shown
  std::stop_source m_stop;
};

}  // namespace trainyard
