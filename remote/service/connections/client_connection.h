// SPDX-License-Identifier: GPL-3.0-or-later
// One client of the service: its socket, the lines that arrived, what it watches.
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
  // Takes the socket over.
  ClientConnection(QLocalSocket* socket, QObject* parent);

  // A client that does not read is dropped rather than kept in memory.
  void send(const QByteArray& line);
  void close();
  // The socket becomes somebody else's, with all that was not read from it; this connection is
  // over.
  std::unique_ptr<QLocalSocket> release();

  bool greeted = false;
  bool asks = false;    // can put questions to a person
  bool clicks = false;  // each of its calls is a person's own, who would be asked
  QSet<QString> watched;
  std::multimap<QByteArray, std::stop_source>
      calls;  // that are not answered yet, by id; nothing forbids a client one id twice

 signals:
  void lineArrived(const QByteArray& line);
  void closed();

 private:
  void readLines();

  QLocalSocket* m_socket;
};

}  // namespace trainyard
