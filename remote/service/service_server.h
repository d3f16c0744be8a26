// The socket of the background service: takes calls of clients to the run keeper, tells them what changes. One thread.
#pragma once

#include <map>
#include <optional>

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/client_connection.h"
#include "remote/service/run_keeper.h"

namespace trainyard {

class ServiceServer : public QObject {
  Q_OBJECT

 public:
  struct Identity {
    QString version;
    qint64 build = 0;  // change time of the service's program, Unix milliseconds
  };
  // With `broken` every call but `hello` is answered by that error (a store that cannot be opened).
  ServiceServer(RunKeeper& keeper, Identity identity, std::optional<Error> broken, std::chrono::milliseconds idle);

  // A socket of mode 0600. The caller holds the service's lock, so one that is there is nobody's.
  Result<void> listen(const QString& socket);
  // Ends the connections and what they asked for.
  QCoro::Task<void> finish();

 signals:
  // Nobody needs the service any more, or a newer one takes over.
  void finished();

 private:
  void acceptClients();
  void dropClient(ClientConnection* client);
  void takeLine(ClientConnection* client, const QByteArray& line);
  QCoro::Task<void> answerCall(QPointer<ClientConnection> client, QJsonValue id, QString method, QJsonObject parameters);
  QCoro::Task<Result<QJsonObject>> call(QPointer<ClientConnection> client, QString method, QJsonObject parameters);
  Result<QJsonObject> hello(ClientConnection& client, const QJsonObject& parameters);
  QCoro::Task<Result<QJsonObject>> submit(QJsonObject parameters);

  void noteChanged(const QString& run);
  void noteImported(const QString& run, int attempt, const std::vector<Event>& events);
  void flushSoon();
  void flush();
  void checkIdle();

  RunKeeper& m_keeper;
  Identity m_identity;
  std::optional<Error> m_broken;
  std::chrono::milliseconds m_idle;
  QLocalServer m_server;
  QList<ClientConnection*> m_clients;
  TaskGroup m_tasks;
  QTimer m_flushTimer, m_idleTimer;
  QElapsedTimer m_sinceFlush, m_sinceBusy;
  QSet<QString> m_changed;
  std::map<QString, QJsonArray> m_points;  // by run, since the last flush
};

}  // namespace trainyard
