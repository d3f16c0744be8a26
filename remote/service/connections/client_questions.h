// Questions to the person, put by the service to its clients. One thread.
#pragma once

#include <map>
#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QObject>
#include <QPointer>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"
#include "remote/service/connections/client_connection.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

class ClientQuestions : public QObject {
 public:
  // Asks the clients that can ask, the most recently active first, until one of them has a person.
  // Error "ask.nobody".
  QCoro::Task<Result<LoginAnswer>> ask(LoginQuestion question, std::stop_token stop);

  void addClient(ClientConnection* client) { m_clients.append(client); }
  void dropClient(ClientConnection* client);
  // An answer that a client sent; false when nothing was asked under this id.
  bool takeAnswer(ClientConnection* client, const QJsonObject& message);

 private:
  struct Open {
    Waiter waiter;
    ClientConnection* client = nullptr;
    std::optional<QJsonObject> message;  // an `error` when the client has nobody
  };
  ClientConnection* mostActive(const QList<ClientConnection*>& asked) const;

  QList<ClientConnection*> m_clients;
  std::map<qint64, Open*> m_open;
  qint64 m_lastId = 0;
};

}  // namespace trainyard
