// SPDX-License-Identifier: GPL-3.0-or-later
// The service's socket as a door for byte streams: who names a token that is expected is handed
// over. One thread.
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

  // The call `stream` of a connection: answers it and hands its socket over. Error
  // "stream.unknown": the connection stays a client's.
  Result<void> enter(ClientConnection& client, const QJsonValue& id, const QJsonObject& parameters);

 private:
  QString m_socket;
  std::map<QString, Arrived> m_expected;  // by token
};

}  // namespace trainyard
