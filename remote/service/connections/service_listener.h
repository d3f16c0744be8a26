// SPDX-License-Identifier: GPL-3.0-or-later
// Byte streams through the service's socket: a connection with an expected token is passed on. One
// thread.
#pragma once

#include <map>

#include <QJsonObject>

#include "engine/contract/result.h"
#include "remote/host/stream_listener.h"
#include "remote/service/connections/client_connection.h"

namespace trainyard {

class ServiceListener : public StreamListener {
 public:
  explicit ServiceListener(QString socket) : m_socket(std::move(socket)) {}

  Ticket expect(Arrived arrived) override;
  void forget(const QString& token) override { m_expected.erase(token); }

  // Handles a connection's call `stream`: answers it and passes its socket on. Error
  // "stream.unknown": the connection remains a client's.
  Result<void> enter(ClientConnection& client, const QJsonValue& id, const QJsonObject& parameters);

 private:
  QString m_socket;
  std::map<QString, Arrived> m_expected;  // by token
};

}  // namespace trainyard
