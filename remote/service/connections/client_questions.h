// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user questions, through the service's clients. One thread.
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
  // Asks all clients that can ask the user, including those that connect while it is open. The
  // first answer counts; the question is withdrawn from the others. Error "ask.nobody": no client
  // can ask.
  QCoro::Task<Result<LoginAnswer>> ask(LoginQuestion question, std::stop_token stop);

  void addClient(ClientConnection* client) { m_clients.append(client); }
  // To be called after its greeting, which says whether it can ask.
  void noteGreeted(ClientConnection* client);
  void dropClient(ClientConnection* client);
  // Handles an answer from a client; false if there is no question with this id.
  bool takeAnswer(ClientConnection* client, const QJsonObject& message);

 private:
  struct Open {
    struct Put {
      ClientConnection* client = nullptr;
      AnswerSeal seal;
    };
    LoginQuestion question;
    Waiter waiter;
    std::map<qint64, Put> put;  // by its id for that client
    std::optional<Result<LoginAnswer>> answer;
  };
  void putTo(ClientConnection* client, Open& open);

  QList<ClientConnection*> m_clients;
  QList<Open*> m_open;
  qint64 m_lastId = 0;
};

}  // namespace trainyard
