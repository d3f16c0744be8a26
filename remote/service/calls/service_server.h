// SPDX-License-Identifier: GPL-3.0-or-later
// The socket of the background service: dispatches clients' calls and notifies clients of changes.
// One thread.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/process/throttle.h"
#include "remote/service/connections/client_connection.h"
#include "remote/service/connections/client_questions.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/runs/runs.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/connections/service_listener.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

// Must outlive the server.
struct ServiceParts {
  RunRegistry& registry;
  Runs& runs;
  Studies& studies;
  TargetRegistry& targets;
  ClientQuestions& questions;
  ServiceListener& door;
};

class ServiceServer : public QObject {
  Q_OBJECT

 public:
  struct Identity {
    QString version;
    qint64 build = 0;  // modification time of the service's program, Unix milliseconds
  };
  // With `broken`, every call except `hello` returns that error (such as a store that cannot be
  // opened).
  ServiceServer(ServiceParts parts, Identity identity, std::optional<Error> broken,
                std::chrono::milliseconds idle);

  // Creates a socket of mode 0600. The caller must hold the service's lock, so an existing one is
  // stale.
  Result<void> listen(const QString& socket);
  // Ends the connections and their pending calls.
  QCoro::Task<void> finish();

 signals:
  // The service is no longer needed, or a newer one takes over.
  void finished();
  void consentAsked(const trainyard::ConsentRecord& request);

 private:
  void acceptClients();
  void dropClient(ClientConnection* client);
  void takeLine(ClientConnection* client, const QByteArray& line);
  QCoro::Task<void> answerCall(QPointer<ClientConnection> client, QJsonValue id,
                               const CallTable::Entry& call, QJsonObject parameters);
  Result<QJsonObject> answerItself(ClientConnection& client, const QJsonValue& id,
                                   const QString& method, const QJsonObject& parameters);
  Result<QJsonObject> hello(ClientConnection& client, const QJsonObject& parameters);

  QByteArray storeLine() const;
  void noteChanged(const QString& run);
  void noteTarget(const QString& target);
  void noteConsents();
  void noteProgress(const ProgressReport& report);
  void tellAll(const QByteArray& line);
  void noteImported(const QString& run, int attempt, const std::vector<Event>& events);
  void tellChanges();
  void tellProgress();
  void checkIdle();

  ServiceParts m_parts;
  Tunnels m_tunnels;
  CallContext m_context;
  Identity m_identity;
  std::optional<Error> m_broken;
  std::chrono::milliseconds m_idle;
  QLocalServer m_server;
  QList<ClientConnection*> m_clients;
  TaskGroup m_tasks;
  QTimer m_idleTimer;
  QElapsedTimer m_sinceBusy;
  QSet<QString> m_changed, m_changedTargets;
  bool m_areConsentsChanged = false;
  std::map<std::tuple<QString, QString, QString>, ProgressReport>
      m_progress;  // newest by run, target and what, that was not told yet
  Throttle m_changes, m_reports;
};

}  // namespace trainyard
