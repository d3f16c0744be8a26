// SPDX-License-Identifier: GPL-3.0-or-later
// The service's part for `yard rsh`, in a test's own process.
#pragma once

#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QUuid>

#include "remote/host/stream_listener.h"

namespace trainyard {

// What the service does for `yard rsh`: one line in, one line out, then the connection belongs to
// whoever expects the token.
class TestListener : public QObject, public StreamListener {
 public:
  explicit TestListener(const QString& folder) {
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    if (!m_server.listen(folder + QStringLiteral("/door"))) qFatal("no door");
    QObject::connect(&m_server, &QLocalServer::newConnection, this, [this] {
      QLocalSocket* socket = m_server.nextPendingConnection();
      QObject::connect(socket, &QLocalSocket::readyRead, this, [this, socket] { greet(socket); });
    });
  }
  Ticket expect(Arrived arrived) override {
    const QString token = QUuid::createUuid().toString();
    m_expected[token] = std::move(arrived);
    return {m_server.fullServerName(), token};
  }
  void forget(const QString& token) override { m_expected.remove(token); }
  int open() const { return static_cast<int>(m_expected.size()); }

 private:
  void greet(QLocalSocket* socket) {
    if (!socket->canReadLine()) return;
    const QJsonObject parameters =
        QJsonDocument::fromJson(socket->readLine()).object()[QStringLiteral("params")].toObject();
    const auto expected = m_expected.find(parameters[QStringLiteral("token")].toString());
    socket->disconnect(this);
    if (expected == m_expected.end()) {
      socket->write(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"unknown\"}}\n");
      socket->disconnectFromServer();
      return;
    }
    socket->write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    socket->setParent(nullptr);
    (*expected)(std::unique_ptr<QLocalSocket>(socket),
                parameters[QStringLiteral("command")].toString().toUtf8());
  }

  QLocalServer m_server;
  QHash<QString, Arrived> m_expected;
};

}  // namespace trainyard
