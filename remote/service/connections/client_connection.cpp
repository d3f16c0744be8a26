// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/connections/client_connection.h"

#include <utility>

#include "engine/contract/messages.h"

namespace trainyard {

constexpr qint64 unsentLimitBytes = 32 << 20;

ClientConnection::ClientConnection(QLocalSocket* socket, QObject* parent)
    : QObject(parent), m_socket(socket) {
  m_socket->setParent(this);
  connect(m_socket, &QLocalSocket::readyRead, this, &ClientConnection::readLines);
  connect(m_socket, &QLocalSocket::disconnected, this, &ClientConnection::closed);
}

void ClientConnection::send(const QByteArray& line) {
  if (!m_socket || m_socket->state() != QLocalSocket::ConnectedState) return;
  if (m_socket->bytesToWrite() > unsentLimitBytes) return m_socket->abort();
  m_socket->write(line);
  m_socket->flush();
}

void ClientConnection::close() {
  if (m_socket) m_socket->disconnectFromServer();
}

std::unique_ptr<QLocalSocket> ClientConnection::release() {
  QObject::disconnect(m_socket, nullptr, this, nullptr);
  m_socket->setParent(nullptr);
  return std::unique_ptr<QLocalSocket>(std::exchange(m_socket, nullptr));
}

// Line by line, so that what follows a line can be passed to another owner.
void ClientConnection::readLines() {
  bool fits = true;
  while (m_socket && fits && m_socket->canReadLine()) {
    const QByteArray line = m_socket->readLine(rpc::lineLimitBytes + 2);
    fits = line.endsWith('\n');
    if (fits && line.size() > 1) emit lineArrived(line.chopped(1));
  }
  if (!m_socket || (fits && m_socket->bytesAvailable() <= rpc::lineLimitBytes)) return;
  send(rpc::failure(QJsonValue(), rpc::Code::invalid,
                    make_error("protocol.line_too_long", {{"mib", rpc::lineLimitBytes >> 20}})));
  close();
}

}  // namespace trainyard
