#include "remote/service/client_connection.h"

namespace trainyard {

constexpr qint64 unsentLimitBytes = 32 << 20;

ClientConnection::ClientConnection(QLocalSocket* socket, QObject* parent) : QObject(parent), m_socket(socket) {
  m_socket->setParent(this);
  connect(m_socket, &QLocalSocket::readyRead, this, &ClientConnection::readLines);
  connect(m_socket, &QLocalSocket::disconnected, this, &ClientConnection::closed);
}

void ClientConnection::send(const QByteArray& line) {
  if (m_socket->state() != QLocalSocket::ConnectedState) return;
  if (m_socket->bytesToWrite() > unsentLimitBytes) return m_socket->abort();
  m_socket->write(line);
  m_socket->flush();
}

void ClientConnection::close() { m_socket->disconnectFromServer(); }

void ClientConnection::readLines() {
  QList<QByteArray> lines;
  const bool fits = m_buffer.feed(m_socket->readAll(), lines);
  for (const QByteArray& line : lines) emit lineArrived(line);
  if (fits) return;
  send(rpc::failure(QJsonValue(), rpc::Code::invalid, Error{"protocol.line_too_long", {}, "a message may have at most 4 MiB", ExitCode::invalid_input}));
  close();
}

}  // namespace trainyard
