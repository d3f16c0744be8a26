#include "remote/service/service_server.h"

#include <cmath>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QVersionNumber>

namespace trainyard {
namespace {

constexpr int clientLimit = 64;
constexpr qint64 batchPauseMilliseconds = 100;
constexpr qint64 logChunkBytes = 1 << 20;

QString text(const QJsonObject& parameters, const char* key) { return parameters[QLatin1String(key)].toString(); }

QProcessEnvironment environmentFrom(const QJsonObject& parameters) {
  QProcessEnvironment environment;
  const QJsonObject given = parameters[QStringLiteral("environment")].toObject();
  for (auto variable = given.begin(); variable != given.end(); ++variable) environment.insert(variable.key(), variable.value().toString());
  return given.isEmpty() ? QProcessEnvironment::systemEnvironment() : environment;
}

Result<ExperimentSource> sourceFrom(const QJsonObject& parameters) {
  ExperimentSource source{text(parameters, "path"), std::nullopt, {}, environmentFrom(parameters)};
  if (!source.path.startsWith(QLatin1Char('/'))) return Error{"protocol.path", {}, "path must be absolute", ExitCode::invalid_input};
  if (parameters.contains(QStringLiteral("text"))) source.text = text(parameters, "text").toUtf8();
  for (const QJsonValue& override : parameters[QStringLiteral("overrides")].toArray()) source.overrides << override.toString();
  return source;
}

QString targetFrom(const QJsonObject& parameters) { return parameters[QStringLiteral("target")].toString(QStringLiteral("here")); }

QJsonValue number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? QStringLiteral("NaN") : value > 0 ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
}

QString text(const std::string& value) { return QString::fromStdString(value); }

QJsonObject pointOf(int attempt, const Event& event, const MetricsEvent& body) {
  QJsonObject values;
  for (const auto& [name, value] : body.values) values.insert(text(name), number(value));
  QJsonObject point{{QStringLiteral("attempt"), attempt}, {QStringLiteral("sequence"), static_cast<qint64>(event.sequence)},
                    {QStringLiteral("time"), event.time}, {QStringLiteral("values"), values}};
  if (body.step) point.insert(QStringLiteral("step"), static_cast<qint64>(*body.step));
  if (body.tokens) point.insert(QStringLiteral("tokens"), static_cast<qint64>(*body.tokens));
  if (body.epoch) point.insert(QStringLiteral("epoch"), *body.epoch);
  return point;
}

QJsonObject messageOf(const QString& run, int attempt, const Event& event, const MessageEvent& body) {
  QJsonObject message{{QStringLiteral("run"), run}, {QStringLiteral("attempt"), attempt}, {QStringLiteral("sequence"), static_cast<qint64>(event.sequence)},
                      {QStringLiteral("time"), event.time}, {QStringLiteral("level"), text(std::string(name_of(body.level)))},
                      {QStringLiteral("code"), text(body.code)}, {QStringLiteral("text"), text(body.text)}, {QStringLiteral("node"), text(body.node)}};
  if (body.rank) message.insert(QStringLiteral("rank"), static_cast<qint64>(*body.rank));
  return message;
}

// The files of an attempt that `logs.read` may be asked for.
QStringList logNames(const QString& attempt) {
  QStringList names;
  for (const char* name : {"stdout.log", "stderr.log"})
    if (QFileInfo(attempt + QLatin1Char('/') + QLatin1String(name)).isFile()) names << QLatin1String(name);
  const QDir nodes(attempt + QStringLiteral("/nodes"));
  for (const QString& node : nodes.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name))
    for (const QString& file : QDir(nodes.filePath(node)).entryList(QDir::Files | QDir::NoSymLinks, QDir::Name))
      names << QStringLiteral("nodes/%1/%2").arg(node, file);
  return names;
}

QString attemptFolder(const RunRecord& run, int attempt) {
  return QStringLiteral("%1/attempts/%2").arg(run.folder).arg(attempt > 0 ? attempt : run.attempt, 4, 10, QLatin1Char('0'));
}

Result<QJsonObject> listLogs(const RunRecord& run, int attempt) {
  const QString folder = attemptFolder(run, attempt);
  QJsonArray files;
  for (const QString& name : logNames(folder))
    files.append(QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("bytes"), QFileInfo(folder + QLatin1Char('/') + name).size()}});
  return QJsonObject{{QStringLiteral("files"), files}};
}

// Only names that the folder really has are ever opened, so a name cannot lead out of it.
QCoro::Task<Result<QJsonObject>> readLog(Host& host, RunRecord run, QJsonObject parameters, std::stop_token stop) {
  const QString folder = attemptFolder(run, parameters[QStringLiteral("attempt")].toInt());
  const QString name = text(parameters, "file");
  const auto offset = static_cast<qint64>(parameters[QStringLiteral("offset")].toDouble());
  QByteArray data;
  if (logNames(folder).contains(name)) {
    auto read = co_await host.readFile(folder + QLatin1Char('/') + name, std::max<qint64>(0, offset), logChunkBytes, stop);
    if (!read) co_return read.error();
    data = *read;
  }
  co_return QJsonObject{{QStringLiteral("data"), QString::fromLatin1(data.toBase64())}, {QStringLiteral("next_offset"), offset + data.size()}};
}

}  // namespace

ServiceServer::ServiceServer(RunKeeper& keeper, Identity identity, std::optional<Error> broken, std::chrono::milliseconds idle)
    : m_keeper(keeper), m_identity(std::move(identity)), m_broken(std::move(broken)), m_idle(idle) {
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  m_flushTimer.setSingleShot(true);
  m_flushTimer.setTimerType(Qt::PreciseTimer);
  m_idleTimer.setInterval(std::min(std::chrono::milliseconds(1000), idle));
  connect(&m_server, &QLocalServer::newConnection, this, &ServiceServer::acceptClients);
  connect(&m_flushTimer, &QTimer::timeout, this, &ServiceServer::flush);
  connect(&m_idleTimer, &QTimer::timeout, this, &ServiceServer::checkIdle);
  connect(&m_keeper, &RunKeeper::changed, this, &ServiceServer::noteChanged);
  connect(&m_keeper, &RunKeeper::imported, this, &ServiceServer::noteImported);
}

Result<void> ServiceServer::listen(const QString& socket) {
  QLocalServer::removeServer(socket);
  if (!m_server.listen(socket))
    return Error{"service.socket", {{"socket", socket.toStdString()}}, (socket + QStringLiteral(" cannot be listened to: ") + m_server.errorString()).toStdString(), ExitCode::environment};
  m_sinceBusy.start();
  m_idleTimer.start();
  return {};
}

QCoro::Task<void> ServiceServer::finish() {
  m_server.close();
  m_idleTimer.stop();
  co_await m_tasks.finish();
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
    connect(client, &ClientConnection::lineArrived, this, [this, client](const QByteArray& line) { takeLine(client, line); });
    connect(client, &ClientConnection::closed, this, [this, client] { dropClient(client); });
  }
}

void ServiceServer::dropClient(ClientConnection* client) {
  m_clients.removeOne(client);
  m_sinceBusy.restart();
  client->deleteLater();
}

void ServiceServer::takeLine(ClientConnection* client, const QByteArray& line) {
  QJsonParseError problem;
  const QJsonDocument document = QJsonDocument::fromJson(line, &problem);
  const QJsonObject message = document.object();
  if (problem.error != QJsonParseError::NoError || !message[QStringLiteral("method")].isString() || message[QStringLiteral("jsonrpc")] != QLatin1String("2.0")) {
    // Answers to questions have no method; this version asks none.
    if (message.contains(QStringLiteral("result")) || message.contains(QStringLiteral("error"))) return;
    client->send(rpc::failure(message[QStringLiteral("id")], document.isNull() ? rpc::Code::parse : rpc::Code::invalid,
                              Error{"protocol.invalid", {}, "this line is no JSON-RPC 2.0 request", ExitCode::invalid_input}));
    return client->close();
  }
  m_tasks.start(answerCall(client, message[QStringLiteral("id")], message[QStringLiteral("method")].toString(), message[QStringLiteral("params")].toObject()));
}

QCoro::Task<void> ServiceServer::answerCall(QPointer<ClientConnection> client, QJsonValue id, QString method, QJsonObject parameters) {
  static const QStringList methods{QStringLiteral("hello"), QStringLiteral("submit"), QStringLiteral("render"), QStringLiteral("resume"), QStringLiteral("cancel"), QStringLiteral("remove"),
                                   QStringLiteral("scan"), QStringLiteral("logs.list"), QStringLiteral("logs.read"), QStringLiteral("watch")};
  if (!methods.contains(method)) {
    client->send(rpc::failure(id, rpc::Code::noMethod, Error{"protocol.no_method", {}, "there is no method '" + method.toStdString() + "'", ExitCode::invalid_input}));
    co_return;
  }
  const bool isHello = method == QLatin1String("hello");
  Result<QJsonObject> result = QJsonObject();
  if (isHello) result = hello(*client, parameters);
  else if (!client->greeted) result = Error{"protocol.no_hello", {}, "the first call must be hello", ExitCode::invalid_input};
  else if (m_broken) result = *m_broken;
  else result = co_await call(client, method, parameters);
  if (client && !id.isUndefined()) client->send(result ? rpc::answer(id, *result) : rpc::failure(id, rpc::Code::failed, result.error()));
  if (isHello && !result && result.error().code == "service.replaced") emit finished();
}

Result<QJsonObject> ServiceServer::hello(ClientConnection& client, const QJsonObject& parameters) {
  if (parameters[QStringLiteral("protocol")].toInt() != rpc::protocolVersion)
    return Error{"protocol.version", {}, "this service speaks protocol 1; start the program anew, both must be of one version", ExitCode::environment};
  const auto theirs = std::pair(QVersionNumber::fromString(text(parameters, "version")), static_cast<qint64>(parameters[QStringLiteral("build")].toDouble()));
  const auto ours = std::pair(QVersionNumber::fromString(m_identity.version), m_identity.build);
  if (theirs > ours) return Error{"service.replaced", {}, "a newer version takes over", ExitCode::environment};
  client.greeted = true;
  return QJsonObject{{QStringLiteral("protocol"), rpc::protocolVersion}, {QStringLiteral("version"), m_identity.version}, {QStringLiteral("build"), m_identity.build},
                     {QStringLiteral("pid"), QCoreApplication::applicationPid()}};
}

QCoro::Task<Result<QJsonObject>> ServiceServer::submit(QJsonObject parameters) {
  auto source = sourceFrom(parameters);
  if (!source) co_return source.error();
  auto started = co_await m_keeper.submit(std::move(*source), targetFrom(parameters));
  if (!started) co_return started.error();
  co_return QJsonObject{{QStringLiteral("run"), started->run}, {QStringLiteral("folder"), started->folder}};
}

QCoro::Task<Result<QJsonObject>> ServiceServer::call(QPointer<ClientConnection> client, QString method, QJsonObject parameters) {
  const QString run = text(parameters, "run");
  const QJsonObject done{{QStringLiteral("run"), run}};
  if (method == QLatin1String("submit")) co_return co_await submit(parameters);
  if (method == QLatin1String("render")) {
    const auto source = sourceFrom(parameters);
    if (!source) co_return source.error();
    const auto rendered = m_keeper.render(*source, targetFrom(parameters));
    if (!rendered) co_return rendered.error();
    co_return QJsonObject{{QStringLiteral("script"), QString::fromUtf8(rendered->script)}, {QStringLiteral("command_line"), rendered->commandLine}};
  }
  if (method == QLatin1String("watch")) {
    client->watched.clear();
    for (const QJsonValue& watched : parameters[QStringLiteral("runs")].toArray()) client->watched.insert(watched.toString());
    co_return QJsonObject();
  }
  if (method == QLatin1String("scan")) {
    auto added = m_keeper.scan();
    if (!added) co_return added.error();
    co_return QJsonObject{{QStringLiteral("added"), *added}};
  }
  if (method == QLatin1String("logs.list") || method == QLatin1String("logs.read")) {
    auto record = m_keeper.find(run);
    if (!record) co_return record.error();
    if (method == QLatin1String("logs.list")) co_return listLogs(*record, parameters[QStringLiteral("attempt")].toInt());
    co_return co_await readLog(m_keeper.host(), *record, parameters, m_tasks.token());
  }
  Result<void> result;
  if (method == QLatin1String("resume")) result = co_await m_keeper.resume(run, environmentFrom(parameters));
  else if (method == QLatin1String("cancel")) result = co_await m_keeper.cancel(run);
  else result = co_await m_keeper.remove(run, text(parameters, "what") == QLatin1String("checkpoints") ? RunKeeper::Remove::checkpoints : RunKeeper::Remove::all);
  if (!result) co_return result.error();
  co_return done;
}

void ServiceServer::noteChanged(const QString& run) {
  m_changed.insert(run);
  flushSoon();
}

void ServiceServer::noteImported(const QString& run, int attempt, const std::vector<Event>& events) {
  QList<ClientConnection*> watching;
  for (ClientConnection* client : m_clients)
    if (client->watched.contains(run)) watching.append(client);
  if (watching.isEmpty()) return;
  for (const Event& event : events) {
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) m_points[run].append(pointOf(attempt, event, *metrics));
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) {
      const QByteArray line = rpc::notification(QStringLiteral("message"), messageOf(run, attempt, event, *message));
      for (ClientConnection* client : watching) client->send(line);
    }
  }
}

// At once after a quiet time, else when 100 ms have passed since the last time.
void ServiceServer::flushSoon() {
  if (m_flushTimer.isActive()) return;
  const qint64 passed = m_sinceFlush.isValid() ? m_sinceFlush.elapsed() : batchPauseMilliseconds;
  m_flushTimer.start(static_cast<int>(std::max<qint64>(0, batchPauseMilliseconds - passed)));
}

void ServiceServer::flush() {
  m_sinceFlush.restart();
  for (const auto& [run, points] : std::exchange(m_points, {})) {
    const QByteArray line = rpc::notification(QStringLiteral("metrics"), {{QStringLiteral("run"), run}, {QStringLiteral("points"), points}});
    for (ClientConnection* client : m_clients)
      if (client->watched.contains(run)) client->send(line);
  }
  QJsonArray runs;
  for (const QString& run : std::exchange(m_changed, {})) runs.append(run);
  const QByteArray line = rpc::notification(QStringLiteral("runs.changed"), {{QStringLiteral("runs"), runs}});
  for (ClientConnection* client : m_clients)
    if (client->greeted) client->send(line);
}

void ServiceServer::checkIdle() {
  if (!m_clients.isEmpty() || m_keeper.openRuns() > 0 || m_tasks.size() > 0) {
    m_sinceBusy.restart();
    return;
  }
  if (m_sinceBusy.elapsed() >= m_idle.count()) emit finished();
}

}  // namespace trainyard
