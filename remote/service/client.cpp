#include "remote/service/client.h"

#include <cmath>
#include <limits>
#include <map>

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QProcess>
#include <QProcessEnvironment>

#include "remote/host/places.h"
#include "remote/process/waiter.h"
#include "remote/service/rpc.h"

namespace trainyard {
namespace {

Error lostError() { return Error{"service.lost", {}, "the connection to the background service broke; try again", ExitCode::environment}; }

double numberOf(const QJsonValue& value) {
  if (!value.isString()) return value.toDouble();
  if (value.toString() == QLatin1String("Infinity")) return std::numeric_limits<double>::infinity();
  if (value.toString() == QLatin1String("-Infinity")) return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

// What the job may inherit. The variables of a run that this program itself is part of are not the new run's.
QProcessEnvironment ownEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& name : environment.keys())
    if (name.startsWith(QLatin1String("TRAINYARD_"))) environment.remove(name);
  return environment;
}

QJsonObject environmentJson() {
  const QProcessEnvironment environment = ownEnvironment();
  QJsonObject json;
  for (const QString& name : environment.keys()) json.insert(name, environment.value(name));
  return json;
}

QJsonObject parametersOf(const SubmitRequest& request) {
  QJsonObject parameters{{QStringLiteral("path"), request.path}, {QStringLiteral("overrides"), QJsonArray::fromStringList(request.overrides)},
                         {QStringLiteral("target"), request.target}, {QStringLiteral("environment"), environmentJson()}};
  if (request.text) parameters.insert(QStringLiteral("text"), QString::fromUtf8(*request.text));
  return parameters;
}

// The sockets where a service of this user may answer.
QStringList socketCandidates(const QString& given) {
  if (!given.isEmpty()) return {given};
  QStringList sockets;
  if (auto own = serviceSocket()) sockets << *own;
  QFile announced(dataFolder() + QStringLiteral("/service.json"));
  if (announced.open(QIODevice::ReadOnly)) {
    const QString socket = QJsonDocument::fromJson(announced.read(1 << 16)).object()[QStringLiteral("socket")].toString();
    if (!socket.isEmpty() && !sockets.contains(socket)) sockets << socket;
  }
  return sockets;
}

}  // namespace

class ServiceClient::Private : public QObject {
 public:
  Private(ServiceClient* owner, Places givenPlaces) : q(owner), places(std::move(givenPlaces)) {
    if (places.serviceProgram.isEmpty()) places.serviceProgram = programPath(QStringLiteral("yard"));
    connect(&socket, &QLocalSocket::readyRead, this, &Private::readLines);
    connect(&socket, &QLocalSocket::disconnected, this, &Private::lose);
    connect(&socket, &QLocalSocket::connected, this, [this] { reached.wake(); });
    connect(&socket, &QLocalSocket::errorOccurred, this, [this] { reached.wake(); });
  }

  struct Pending {
    Waiter waiter;
    std::optional<Result<QJsonObject>> result;
  };

  QCoro::Task<Result<QJsonObject>> call(QString method, QJsonObject parameters, std::stop_token stop) {
    if (socket.state() != QLocalSocket::ConnectedState) co_return lostError();
    const qint64 id = ++lastId;
    Pending pending;
    waiting[id] = &pending;
    socket.write(rpc::request(id, method, parameters));
    socket.flush();
    while (!pending.result) {
      if (co_await pending.waiter.wait(stop) != Waited::stopped) continue;
      waiting.erase(id);
      co_return cancelledError();
    }
    co_return *pending.result;
  }

  QCoro::Task<Result<void>> callForNothing(QString method, QJsonObject parameters, std::stop_token stop) {
    auto result = co_await call(std::move(method), std::move(parameters), std::move(stop));
    if (!result) co_return result.error();
    co_return {};
  }

  QCoro::Task<bool> reach(QString path, std::stop_token stop) {
    socket.abort();
    socket.connectToServer(path);
    while (socket.state() == QLocalSocket::ConnectingState)
      if (co_await reached.wait(stop, QDeadlineTimer(1000)) != Waited::woken) break;
    co_return socket.state() == QLocalSocket::ConnectedState;
  }

  Result<void> startService() {
    QProcess process;
    process.setProgram(places.serviceProgram);
    process.setArguments({QStringLiteral("serve")});
    process.setProcessEnvironment(ownEnvironment());
    process.setWorkingDirectory(QStringLiteral("/"));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (process.startDetached()) return {};
    return Error{"service.not_started", {{"program", places.serviceProgram.toStdString()}}, (places.serviceProgram + QStringLiteral(" could not be started: ") + process.errorString()).toStdString(), ExitCode::environment};
  }

  QJsonObject greeting() const {
    return {{QStringLiteral("protocol"), rpc::protocolVersion}, {QStringLiteral("version"), QStringLiteral(TRAINYARD_VERSION)},
            {QStringLiteral("build"), QFileInfo(places.serviceProgram).lastModified().toMSecsSinceEpoch()}};
  }

  void sendWatched() {
    if (!greeted) return;
    socket.write(rpc::request(++lastId, QStringLiteral("watch"), {{QStringLiteral("runs"), QJsonArray::fromStringList(watched)}}));
    socket.flush();
  }

  void readLines() {
    QList<QByteArray> lines;
    const bool fits = buffer.feed(socket.readAll(), lines);
    for (const QByteArray& line : lines) takeMessage(QJsonDocument::fromJson(line).object());
    if (!fits) socket.abort();
  }

  void takeMessage(const QJsonObject& message) {
    const QJsonObject parameters = message[QStringLiteral("params")].toObject();
    const QString method = message[QStringLiteral("method")].toString();
    if (method == QLatin1String("runs.changed")) {
      QStringList runs;
      for (const QJsonValue& run : parameters[QStringLiteral("runs")].toArray()) runs << run.toString();
      emit q->runsChanged(runs);
    } else if (method == QLatin1String("metrics")) {
      takeMetrics(parameters);
    } else if (method == QLatin1String("message")) {
      takeRunMessage(parameters);
    } else if (!method.isEmpty() && message.contains(QStringLiteral("id"))) {
      socket.write(rpc::failure(message[QStringLiteral("id")], rpc::Code::noMethod, Error{"protocol.no_method", {}, "this client does not know the question", ExitCode::environment}));
    } else if (const auto found = waiting.find(static_cast<qint64>(message[QStringLiteral("id")].toDouble())); method.isEmpty() && found != waiting.end()) {
      Pending* pending = found->second;
      waiting.erase(found);
      if (message.contains(QStringLiteral("error"))) pending->result = rpc::errorFrom(message[QStringLiteral("error")].toObject());
      else pending->result = message[QStringLiteral("result")].toObject();
      pending->waiter.wake();
    }
  }

  void takeMetrics(const QJsonObject& parameters) {
    MetricBatch batch{parameters[QStringLiteral("run")].toString(), {}};
    for (const QJsonValue& value : parameters[QStringLiteral("points")].toArray()) {
      const QJsonObject point = value.toObject();
      MetricPoint entry;
      entry.attempt = point[QStringLiteral("attempt")].toInt();
      entry.sequence = static_cast<qint64>(point[QStringLiteral("sequence")].toDouble());
      entry.time = point[QStringLiteral("time")].toDouble();
      if (point.contains(QStringLiteral("step"))) entry.step = static_cast<qint64>(point[QStringLiteral("step")].toDouble());
      if (point.contains(QStringLiteral("tokens"))) entry.tokens = static_cast<qint64>(point[QStringLiteral("tokens")].toDouble());
      if (point.contains(QStringLiteral("epoch"))) entry.epoch = point[QStringLiteral("epoch")].toDouble();
      const QJsonObject values = point[QStringLiteral("values")].toObject();
      for (auto metric = values.begin(); metric != values.end(); ++metric) {
        entry.value = numberOf(metric.value());
        batch.entries.append({metric.key(), entry});
      }
    }
    emit q->metricsArrived(batch);
  }

  void takeRunMessage(const QJsonObject& parameters) {
    MessageRecord message{parameters[QStringLiteral("attempt")].toInt(), static_cast<qint64>(parameters[QStringLiteral("sequence")].toDouble()), parameters[QStringLiteral("time")].toDouble(),
                          parameters[QStringLiteral("level")].toString(), parameters[QStringLiteral("code")].toString(), parameters[QStringLiteral("text")].toString(),
                          parameters[QStringLiteral("node")].toString(), std::nullopt};
    if (parameters.contains(QStringLiteral("rank"))) message.rank = parameters[QStringLiteral("rank")].toInt();
    emit q->messageArrived(parameters[QStringLiteral("run")].toString(), message);
  }

  void lose() {
    buffer = {};
    for (auto& [id, pending] : std::exchange(waiting, {})) {
      pending->result = lostError();
      pending->waiter.wake();
    }
    if (std::exchange(greeted, false)) emit q->disconnected();
  }

  ServiceClient* q;
  Places places;
  QLocalSocket socket;
  rpc::LineBuffer buffer;
  Waiter reached;
  std::map<qint64, Pending*> waiting;
  qint64 lastId = 0;
  bool greeted = false;
  QStringList watched;
};

ServiceClient::ServiceClient(QObject* parent) : ServiceClient(Places(), parent) {}

ServiceClient::ServiceClient(Places places, QObject* parent) : QObject(parent), d(std::make_unique<Private>(this, std::move(places))) {}

ServiceClient::~ServiceClient() { QObject::disconnect(&d->socket, nullptr, d.get(), nullptr); }

bool ServiceClient::isConnected() const { return d->greeted; }

QCoro::Task<Result<void>> ServiceClient::connectToService(std::stop_token stop) {
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  QDeadlineTimer startAgain;  // expired: start at once
  Waiter pause;
  while (!d->greeted) {
    if (stop.stop_requested()) co_return cancelledError();
    if (deadline.hasExpired())
      co_return Error{"service.no_answer", {}, "the background service did not answer within 15 s; see " + dataFolder().toStdString() + "/service.log", ExitCode::environment};
    bool reached = false;
    for (const QString& path : socketCandidates(d->places.socket))
      if ((reached = co_await d->reach(path, stop))) break;
    if (reached) {
      auto hello = co_await d->call(QStringLiteral("hello"), d->greeting(), stop);
      if (hello) {
        d->greeted = true;
        break;
      }
      if (hello.error().code != "service.replaced" && hello.error().code != "service.lost") co_return hello.error();
      d->socket.abort();
      startAgain = QDeadlineTimer();
    }
    if (startAgain.hasExpired()) {
      if (auto started = d->startService(); !started) co_return started;
      startAgain = QDeadlineTimer(std::chrono::seconds(6));
    }
    co_await pause.wait(stop, QDeadlineTimer(25));
  }
  if (!d->watched.isEmpty()) d->sendWatched();
  emit connected();
  co_return {};
}

QCoro::Task<Result<RenderedScript>> ServiceClient::render(SubmitRequest request, std::stop_token stop) {
  auto result = co_await d->call(QStringLiteral("render"), parametersOf(request), stop);
  if (!result) co_return result.error();
  co_return RenderedScript{(*result)[QStringLiteral("script")].toString().toUtf8(), (*result)[QStringLiteral("command_line")].toString()};
}

QCoro::Task<Result<SubmittedRun>> ServiceClient::submit(SubmitRequest request, std::stop_token stop) {
  auto result = co_await d->call(QStringLiteral("submit"), parametersOf(request), stop);
  if (!result) co_return result.error();
  co_return SubmittedRun{(*result)[QStringLiteral("run")].toString(), (*result)[QStringLiteral("folder")].toString()};
}

QCoro::Task<Result<void>> ServiceClient::resume(QString run, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("resume"), {{QStringLiteral("run"), run}, {QStringLiteral("environment"), environmentJson()}}, stop);
}

QCoro::Task<Result<void>> ServiceClient::cancel(QString run, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("cancel"), {{QStringLiteral("run"), run}}, stop);
}

QCoro::Task<Result<void>> ServiceClient::remove(QString run, RemoveWhat what, std::stop_token stop) {
  const QString word = what == RemoveWhat::all ? QStringLiteral("all") : QStringLiteral("checkpoints");
  return d->callForNothing(QStringLiteral("remove"), {{QStringLiteral("run"), run}, {QStringLiteral("what"), word}}, stop);
}

QCoro::Task<Result<int>> ServiceClient::scan(QString target, std::stop_token stop) {
  const QJsonObject parameters{{QStringLiteral("target"), target}};
  auto result = co_await d->call(QStringLiteral("scan"), parameters, stop);
  if (!result) co_return result.error();
  co_return (*result)[QStringLiteral("added")].toInt();
}

QCoro::Task<Result<QList<LogFile>>> ServiceClient::logFiles(QString run, int attempt, std::stop_token stop) {
  const QJsonObject parameters{{QStringLiteral("run"), run}, {QStringLiteral("attempt"), attempt}};
  auto result = co_await d->call(QStringLiteral("logs.list"), parameters, stop);
  if (!result) co_return result.error();
  QList<LogFile> files;
  for (const QJsonValue& file : (*result)[QStringLiteral("files")].toArray())
    files.append({file[QLatin1String("name")].toString(), static_cast<qint64>(file[QLatin1String("bytes")].toDouble())});
  co_return files;
}

QCoro::Task<Result<LogChunk>> ServiceClient::readLog(QString run, int attempt, QString file, qint64 offset, std::stop_token stop) {
  const QJsonObject parameters{{QStringLiteral("run"), run}, {QStringLiteral("attempt"), attempt}, {QStringLiteral("file"), file}, {QStringLiteral("offset"), offset}};
  auto result = co_await d->call(QStringLiteral("logs.read"), parameters, stop);
  if (!result) co_return result.error();
  co_return LogChunk{QByteArray::fromBase64((*result)[QStringLiteral("data")].toString().toLatin1()), static_cast<qint64>((*result)[QStringLiteral("next_offset")].toDouble())};
}

void ServiceClient::watch(const QStringList& runs) {
  d->watched = runs;
  d->sendWatched();
}

}  // namespace trainyard
