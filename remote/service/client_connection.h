// One client of the service: its socket, the lines that arrived, what it watches.
#pragma once

#include <QLocalSocket>
#include <QObject>
#include <QSet>

#include "remote/service/rpc.h"

namespace trainyard {

class ClientConnection : public QObject {
  Q_OBJECT

 public:
  // Takes the socket over.
  ClientConnection(QLocalSocket* socket, QObject* parent);

  // A client that does not read is dropped rather than kept in memory.
  void send(const QByteArray& line);
  void close();

  bool greeted = false;
  QSet<QString> watched;

 signals:
  void lineArrived(const QByteArray& line);
  void closed();

 private:
  void readLines();

  QLocalSocket* m_socket;
  rpc::LineBuffer m_buffer;
};

}  // namespace trainyard
