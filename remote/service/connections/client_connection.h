// SPDX-License-Identifier: GPL-3.0-or-later
// One client of the service: its socket, its input lines, the runs that it watches.
#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include <QLocalSocket>
#include <QObject>
#include <QSet>

#include "remote/service/protocol/rpc.h"

namespace trainyard {

class ClientConnection : public QObject {
  Q_OBJECT

 public:
  // Takes ownership of the socket.
  ClientConnection(QLocalSocket* socket, QObject* parent);

  // A client that does not read is disconnected instead of buffering without limit.
  void send(const QByteArray& line);
  void close();
  // Passes the socket to a new owner, with all unread data; this connection is closed.
  std::unique_ptr<QLocalSocket> release();

  bool greeted = false;
  bool asks = false;    // can ask the user
  bool clicks = false;  // each of its calls comes directly from the user who would be asked
  QSet<QString> watched;
  std::multimap<QByteArray, std::stop_source>
      calls;  // unanswered, by id; clients may use an id twice

 signals:
  void lineArrived(const QByteArray& line);
  void closed();

 private:
  void readLines();

  QLocalSocket* m_socket;
};

}  // namespace trainyard
