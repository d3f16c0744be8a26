// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "remote/service/protocol/answer_seal.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

class ClientQuestions : public QObject {
 public:
  // Puts the question to all clients that can ask, those too that come while it is open. The first
  // to answer counts; it is taken back from the others. Error "ask.nobody": none of them has a
  // person.
  QCoro::Task<Result<LoginAnswer>> ask(LoginQuestion question, std::stop_token stop);

  void addClient(ClientConnection* client) { m_clients.append(client); }
  // Its greeting said whether it can ask.
  void noteGreeted(ClientConnection* client);
  void dropClient(ClientConnection* client);
  // An answer that a client sent; false when nothing was asked under this id.
  bool takeAnswer(ClientConnection* client, const QJsonObject& message);

 private:
  struct Open {
    struct Put {
      ClientConnection* client = nullptr;
      AnswerSeal seal;
    };
    LoginQuestion question;
    Waiter waiter;
    std::map<qint64, Put> put;  // by the id that it has for that client
    std::optional<Result<LoginAnswer>> answer;
  };
  void putTo(ClientConnection* client, Open& open);

  QList<ClientConnection*> m_clients;
  QList<Open*> m_open;
  qint64 m_lastId = 0;
};

}  // namespace trainyard
