// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/service_server.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QVersionNumber>

#include "engine/contract/messages.h"
#include "remote/values/message.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr int clientLimit = 64;
// A changed run is read from the store at once, so this is most of the time until it is seen.
constexpr std::chrono::milliseconds changesPause{50}, progressPause{100};

rpc::Code codeOf(const Error& error) {
  if (error.code == "protocol.no_method") return rpc::Code::noMethod;
  return error.code == "protocol.parameters" ? rpc::Code::parameters : rpc::Code::failed;
}

// Ids are numbers or texts: "1" differs from 1.
QByteArray keyOf(const QJsonValue& id) {
  return QJsonDocument(QJsonArray{id}).toJson(QJsonDocument::Compact);
}

QByteArray answerLine(const QJsonValue& id, const Result<QJsonObject>& result) {
  if (!result) return rpc::failure(id, codeOf(result.error()), result.error());
  const QByteArray line = rpc::answer(id, *result);
  if (line.size() <= rpc::lineLimitBytes) return line;
  return rpc::failure(
      id, rpc::Code::failed,
      make_error("protocol.answer_too_long", {{"bytes", static_cast<std::int64_t>(line.size())}}));
}

QJsonObject messageOf(const QString& run, int attempt, const Event& event,
                      const MessageEvent& body) {
  QJsonObject message{{QStringLiteral("run"), run},
                      {QStringLiteral("attempt"), attempt},
                      {QStringLiteral("sequence"), static_cast<qint64>(event.sequence)},
                      {QStringLiteral("time"), event.time},
                      {QStringLiteral("level"), text(name_of(body.level))},
                      {QStringLiteral("code"), text(body.code)},
                      {QStringLiteral("arguments"), jsonOf(body.arguments)},
                      {QStringLiteral("text"), text(body.text)},
                      {QStringLiteral("node"), text(body.node)}};
  if (body.rank) message.insert(QStringLiteral("rank"), static_cast<qint64>(*body.rank));
  return message;
}

}  // namespace

ServiceServer::ServiceServer(ServiceParts parts, Identity identity, std::optional<Error> broken,
                             std::chrono::milliseconds idle)
    : m_parts(parts),
      m_tunnels(parts.runs, parts.targets),
      m_context{parts.runs, parts.studies, parts.targets, m_tunnels},
      m_identity(std::move(identity)),
      m_broken(std::move(broken)),
      m_idle(idle),
      m_changes(changesPause, [this] { tellChanges(); }),
      m_reports(progressPause, [this] { tellProgress(); }) {
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  m_idleTimer.setInterval(std::min(std::chrono::milliseconds(1000), idle));
  connect(&m_server, &QLocalServer::newConnection, this, &ServiceServer::acceptClients);
  connect(&m_idleTimer, &QTimer::timeout, this, &ServiceServer::checkIdle);
  connect(&m_parts.registry, &RunRegistry::changed, this, &ServiceServer::noteChanged);
  connect(&m_parts.registry, &RunRegistry::refused, this, [this] { tellAll(storeLine()); });
  connect(&m_parts.registry, &RunRegistry::imported, this, &ServiceServer::noteImported);
  connect(&m_parts.registry, &RunRegistry::progressed, this, &ServiceServer::noteProgress);
  connect(&m_parts.targets, &TargetRegistry::changed, this, &ServiceServer::noteTarget);
  m_context.consents.onChanged = [this] { noteConsents(); };
  m_context.consents.onAsked = [this](const ConsentRecord& asked) { emit consentAsked(asked); };
}

Result<void> ServiceServer::listen(const QString& socket) {
  QLocalServer::removeServer(socket);
  if (!m_server.listen(socket))
    return make_error("service.socket", {{"socket", socket.toStdString()},
                                         {"problem", m_server.errorString().toStdString()}});
  m_sinceBusy.start();
  m_idleTimer.start();
  return {};
}

QCoro::Task<void> ServiceServer::finish() {
  m_server.close();
  m_idleTimer.stop();
  co_await m_tasks.finish();
  m_tunnels.closeAll();
  const QList<ClientConnection*> clients = m_clients;
  for (ClientConnection* client : clients) client->close();
}

void ServiceServer::acceptClients() {
  while (QLocalSocket* socket = m_server.nextPendingConnection()) {
    auto* client = new ClientConnection(socket, this);
    if (m_clients.size() >= clientLimit) {
      client->close();
      client->deleteLater();
      continue;
    }
    m_clients.append(client);
    m_parts.questions.addClient(client);
    connect(client, &ClientConnection::lineArrived, this,
            [this, client](const QByteArray& line) { takeLine(client, line); });
    connect(client, &ClientConnection::closed, this, [this, client] { dropClient(client); });
  }
}

void ServiceServer::dropClient(ClientConnection* client) {
  m_clients.removeOne(client);
  m_parts.questions.dropClient(client);
  for (auto& [id, stop] : client->calls) stop.request_stop();
  m_sinceBusy.restart();
  client->deleteLater();
}

void ServiceServer::takeLine(ClientConnection* client, const QByteArray& line) {
  QJsonParseError problem;
  const QJsonDocument document = QJsonDocument::fromJson(line, &problem);
  const QJsonObject message = document.object();
  if (problem.error != QJsonParseError::NoError || !message[QStringLiteral("method")].isString() ||
      message[QStringLiteral("jsonrpc")] != QLatin1String("2.0")) {
    if (message.contains(QStringLiteral("result")) || message.contains(QStringLiteral("error"))) {
      m_parts.questions.takeAnswer(client,
                                   message);  // one that comes too late is ignored
      return;
    }
    client->send(rpc::failure(message[QStringLiteral("id")],
                              document.isNull() ? rpc::Code::parse : rpc::Code::invalid,
                              make_error("protocol.invalid", {})));
    return client->close();
  }
  const QJsonValue id = message[QStringLiteral("id")];
  const QString method = message[QStringLiteral("method")].toString();
  const QJsonValue parameterValue = message[QStringLiteral("params")];
  const QJsonObject parameters = parameterValue.toObject();
  if (!parameterValue.isUndefined() && !parameterValue.isObject()) {
    const Error wrong = rpc::parameterError({"params", "kind.object", {}});
    if (!id.isUndefined()) client->send(rpc::failure(id, codeOf(wrong), wrong));
    return;
  }
  if (const CallTable::Entry* call = CallTable::all().find(method))
    return m_tasks.start(answerCall(client, id, *call, parameters));
  const Result<QJsonObject> result = answerItself(*client, id, method, parameters);
  const bool isHere = m_clients.contains(client);
  if (isHere && !id.isUndefined()) client->send(answerLine(id, result));
  // After the answer: clients ignore requests before it.
  if (isHere && result && method == QLatin1String("hello")) m_parts.questions.noteGreeted(client);
  if (!result && result.error().code == "service.replaced") emit finished();
}

// Calls about the connection itself.
Result<QJsonObject> ServiceServer::answerItself(ClientConnection& client, const QJsonValue& id,
                                                const QString& method,
                                                const QJsonObject& parameters) {
  if (method == QLatin1String("hello")) return hello(client, parameters);
  if (method == QLatin1String("stream")) {
    TRY(m_parts.door.enter(client, id, parameters));
    dropClient(&client);
    return QJsonObject();
  }
  if (method == QLatin1String("call.stop")) {
    const auto [first, last] = client.calls.equal_range(keyOf(parameters[QStringLiteral("id")]));
    for (auto call = first; call != last; ++call) call->second.request_stop();
    return QJsonObject();
  }
  if (method == QLatin1String("watch")) {
    TRY(const auto watched, rpc::argumentsFrom<WatchArguments>(parameters));
    client.watched = QSet<QString>(watched.runs.begin(), watched.runs.end());
    return QJsonObject();
  }
  return make_error("protocol.no_method", {{"method", method.toStdString()}});
}

QCoro::Task<void> ServiceServer::answerCall(QPointer<ClientConnection> client, QJsonValue id,
                                            const CallTable::Entry& call, QJsonObject parameters) {
  Result<QJsonObject> result = QJsonObject();
  if (!client->greeted) {
    result = make_error("protocol.no_hello", {});
  } else if (m_broken) {
    result = *m_broken;
  } else {
    std::stop_source own;
    const std::stop_callback whenAllEnd(m_tasks.token(), [&own] { own.request_stop(); });
    const auto registered = client->calls.emplace(
        keyOf(id), call.onLeave == OnLeave::end ? own : std::stop_source(std::nostopstate));
    if (client->clicks && call.reaches == Reaches::target)
      co_await logInAgain(m_context, parameters, own.get_token());
    result = co_await call.answer(m_context, parameters, own.get_token());
    if (client) client->calls.erase(registered);
  }
  // Not answered: the client sees that the service is gone, and may ask the next one.
  const bool endedWithService =
      m_tasks.token().stop_requested() && !result && result.error().kind == ErrorKind::cancelled;
  if (endedWithService) co_return;
  if (client && !id.isUndefined()) client->send(answerLine(id, result));
}

Result<QJsonObject> ServiceServer::hello(ClientConnection& client, const QJsonObject& parameters) {
  TRY(const auto greeting, rpc::argumentsFrom<Greeting>(parameters));
  if (greeting.protocol != rpc::protocolVersion)
    return make_error("protocol.version", {{"protocol", rpc::protocolVersion}});
  const auto theirs = std::pair(QVersionNumber::fromString(greeting.version), greeting.build);
  const auto ours = std::pair(QVersionNumber::fromString(m_identity.version), m_identity.build);
  if (theirs > ours) return make_error("service.replaced", {});
  client.greeted = true;
  client.asks = greeting.asks;
  client.clicks = greeting.clicks;
  if (m_parts.registry.refusal) client.send(storeLine());
  return QJsonObject{{QStringLiteral("protocol"), rpc::protocolVersion},
                     {QStringLiteral("version"), m_identity.version},
                     {QStringLiteral("build"), m_identity.build},
                     {QStringLiteral("pid"), QCoreApplication::applicationPid()}};
}

QByteArray ServiceServer::storeLine() const {
  const std::optional<Error>& refusal = m_parts.registry.refusal;
  return rpc::notification(QStringLiteral("store"),
                           refusal ? QJsonObject{{QStringLiteral("error"),
                                                  rpc::errorObject(rpc::Code::failed, *refusal)}}
                                   : QJsonObject());
}

void ServiceServer::noteChanged(const QString& run) {
  m_changed.insert(run);
  m_changes.ask();
}

void ServiceServer::noteTarget(const QString& target) {
  m_changedTargets.insert(target);
  m_changes.ask();
}

void ServiceServer::noteConsents() {
  m_areConsentsChanged = true;
  m_changes.ask();
}

void ServiceServer::noteProgress(const ProgressReport& report) {
  m_progress[{report.run, report.target, report.what}] = report;
  m_reports.ask();
}

void ServiceServer::noteImported(const QString& run, int attempt,
                                 const std::vector<Event>& events) {
  noteChanged(run);
  QList<ClientConnection*> watching;
  for (ClientConnection* client : m_clients)
    if (client->watched.contains(run)) watching.append(client);
  if (watching.isEmpty()) return;
  for (const Event& event : events) {
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) {
      const QByteArray line =
          rpc::notification(QStringLiteral("message"), messageOf(run, attempt, event, *message));
      for (ClientConnection* client : watching) client->send(line);
    }
  }
}

void ServiceServer::tellChanges() {
  if (std::exchange(m_areConsentsChanged, false))
    tellAll(rpc::notification(QStringLiteral("consents.changed"), {}));
  const auto tellNames = [&](const QString& method, const QString& key,
                             const QSet<QString>& names) {
    if (!names.isEmpty())
      tellAll(rpc::notification(
          method, {{key, QJsonArray::fromStringList(QStringList(names.begin(), names.end()))}}));
  };
  tellNames(QStringLiteral("targets.changed"), QStringLiteral("targets"),
            std::exchange(m_changedTargets, {}));
  tellNames(QStringLiteral("runs.changed"), QStringLiteral("runs"), std::exchange(m_changed, {}));
}

void ServiceServer::tellProgress() {
  for (const auto& [key, report] : std::exchange(m_progress, {}))
    tellAll(rpc::notification(QStringLiteral("progress"), toJson(report)));
}

void ServiceServer::tellAll(const QByteArray& line) {
  for (ClientConnection* client : m_clients)
    if (client->greeted) client->send(line);
}

void ServiceServer::checkIdle() {
  if (!m_clients.isEmpty() || m_parts.runs.openRuns() > 0 || m_parts.studies.size() > 0 ||
      m_tasks.size() > 0 || m_tunnels.size() > 0 || m_parts.targets.hasPersonsSession()) {
    m_sinceBusy.restart();
    return;
  }
  if (m_sinceBusy.elapsed() >= m_idle.count()) emit finished();
}

}  // namespace trainyard
