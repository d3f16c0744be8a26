// SPDX-License-Identifier: GPL-3.0-or-later
// What one agent's client shares among its calls: the service, the store, what may be spent, and
// what must not be told. Ends with the connection. One thread.
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QSet>
#include <QString>
#include <QUuid>

#include <QCoroTask>

#include "remote/mcp/budget.h"
#include "remote/mcp/redaction.h"
#include "remote/service/client/client.h"
#include "remote/store/run_store.h"

namespace trainyard {

struct SessionOptions {
  BudgetLimits budget;
  QString folder;  // absolute: where experiments are read; empty: nowhere
  QString version;
};

class AgentSession {
 public:
  AgentSession(ServiceClient& client_, SessionOptions options)
      : client(client_),
        folder(std::move(options.folder)),
        version(std::move(options.version)),
        budget(std::move(options.budget)) {}

  // Calls the service; starts it again if it is gone. A call that changes nothing is made again
  // if the service was lost before it answered.
  enum class Repeat { no, yes };
  template <class Arguments, class Answer>
  QCoro::Task<Result<Answer>> ask(const Method<Arguments, Answer>& method, std::stop_token stop,
                                  Arguments arguments, Repeat repeat = Repeat::yes) {
    for (int attempt = 0;; ++attempt) {
      CO_TRY(co_await client.connectToService(stop));
      auto answer = co_await client.call(method, stop, arguments);
      const bool isLost = !answer && answer.error().code == "service.lost";
      if (!isLost || repeat == Repeat::no || attempt == 3) co_return answer;
    }
  }

  // Keeps what a run's experiment says of its environment from the answers.
  void guardRun(const RunRecord& run);

  ServiceClient& client;
  RunStore store;
  const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
  QString agent = QStringLiteral("an agent");
  const QString folder, version;
  Redaction redaction{QProcessEnvironment::systemEnvironment()};
  Budget budget;
  bool isAllowed = false;  // a person has allowed to spend the budget without asking
  QSet<QString> ownRuns;   // submitted by this session

  // A call that waits for consent, by the id of its request, so that the id alone continues it.
  struct Waiting {
    QString tool;
    QJsonObject arguments;
  };
  QHash<QString, Waiting> waiting;

 private:
  QSet<QString> m_guarded;
};

}  // namespace trainyard
