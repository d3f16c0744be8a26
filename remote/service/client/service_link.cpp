// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/client/service_link.h"

#include <utility>

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>
#include <QScopeGuard>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/protocol/service_lock.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds answerLimit{15};

Error lostError() { return make_error("service.lost", {}); }

// The sockets where a service of this user may listen.
QStringList socketCandidates(const QString& given) {
  if (!given.isEmpty()) return {given};
  QStringList sockets;
  if (auto own = serviceSocket()) sockets << *own;
  QFile announced(dataFolder() + QStringLiteral("/service.json"));
  if (announced.open(QIODevice::ReadOnly)) {
    const QString socket = QJsonDocument::fromJson(announced.read(1 << 16))
                               .object()[QStringLiteral("socket")]
                               .toString();
    if (!socket.isEmpty() && !sockets.contains(socket)) sockets << socket;
  }
  return sockets;
}

}  // namespace

ServiceLink::ServiceLink(Places places) : m_places(std::move(places)) {
  if (m_places.serviceProgram.isEmpty())
    m_places.serviceProgram = programPath(QStringLiteral("yard"));
  connect(&m_socket, &QLocalSocket::readyRead, this, &ServiceLink::readLines);
  connect(&m_socket, &QLocalSocket::disconnected, this, &ServiceLink::lose);
  connect(&m_socket, &QLocalSocket::connected, this, [this] { m_reached.wake(); });
  connect(&m_socket, &QLocalSocket::errorOccurred, this, [this] { m_reached.wake(); });
}

// Calls that were stopped while waiting for an answer resume only after this.
ServiceLink::~ServiceLink() {
  QObject::disconnect(&m_socket, nullptr, this, nullptr);
  for (auto& [id, pending] : m_waiting) pending->result = cancelledError();
}

void ServiceLink::setAsks(bool asks) {
  if (std::exchange(m_asks, asks) != asks) notify(QStringLiteral("hello"), greeting());
}

void ServiceLink::send(const QByteArray& line) {
  m_socket.write(line);
  m_socket.flush();
}

QCoro::Task<Result<QJsonObject>> ServiceLink::call(QString method, QJsonObject parameters,
                                                   std::stop_token stop) {
  if (m_socket.state() != QLocalSocket::ConnectedState) co_return lostError();
  const qint64 id = ++m_lastId;
  Pending pending;
  m_waiting[id] = &pending;
  send(rpc::request(id, method, parameters));
  while (!pending.result) {
    const Waited waited = co_await pending.waiter.wait(stop);
    if (waited != Waited::stopped || pending.result) continue;
    m_waiting.erase(id);
    notify(QStringLiteral("call.stop"), {{QStringLiteral("id"), id}});
    co_return cancelledError();
  }
  co_return *pending.result;
}

void ServiceLink::notify(const QString& method, const QJsonObject& parameters) {
  if (m_greeted) send(rpc::request(++m_lastId, method, parameters));
}

// Also right after the greeting was sent, whose answer is handled later.
void ServiceLink::answer(const QJsonValue& question, const QJsonObject& result) {
  if (m_socket.state() == QLocalSocket::ConnectedState) send(rpc::answer(question, result));
}

void ServiceLink::refuse(const QJsonValue& question) {
  if (m_socket.state() == QLocalSocket::ConnectedState)
    send(rpc::failure(question, rpc::Code::noMethod, make_error("protocol.asks_nobody", {})));
}

QCoro::Task<bool> ServiceLink::reach(QString path, std::stop_token stop) {
  m_socket.abort();
  m_socket.connectToServer(path);
  while (m_socket.state() == QLocalSocket::ConnectingState)
    if (const Waited waited = co_await m_reached.wait(stop, QDeadlineTimer(1000));
        waited != Waited::woken)
      break;
  co_return m_socket.state() == QLocalSocket::ConnectedState;
}

Result<void> ServiceLink::startService() {
  QProcess process;
  process.setProgram(m_places.serviceProgram);
  process.setArguments({QStringLiteral("serve")});
  process.setProcessEnvironment(ownEnvironment());
  process.setWorkingDirectory(QStringLiteral("/"));
  process.setStandardInputFile(QProcess::nullDevice());
  process.setStandardOutputFile(QProcess::nullDevice());
  process.setStandardErrorFile(QProcess::nullDevice());
  if (process.startDetached()) return {};
  return make_error("service.not_started", {{"program", m_places.serviceProgram.toStdString()},
                                            {"problem", process.errorString().toStdString()}});
}

QJsonObject ServiceLink::greeting() const {
  // As the service knows itself: a launcher beside the program may have been written after it.
  const QFileInfo started(m_places.serviceProgram);
  const QFileInfo program(programFile(started.path(), started.fileName()));
  return toJson(Greeting{rpc::protocolVersion, QStringLiteral(TRAINYARD_VERSION),
                         program.lastModified().toMSecsSinceEpoch(), m_asks, m_asks && m_clicks});
}

QCoro::Task<Result<void>> ServiceLink::connectToService(std::stop_token stop) {
  // Several calls lose the service at once: one of them connects, the others wait for that.
  Waiter turn;
  while (m_isConnecting) {
    if (stop.stop_requested()) co_return cancelledError();
    co_await turn.wait(stop, QDeadlineTimer(25));
  }
  m_isConnecting = true;
  const auto free = qScopeGuard([this] { m_isConnecting = false; });
  auto connected = co_await connectAlone(stop);
  co_return connected;
}

QCoro::Task<Result<void>> ServiceLink::connectAlone(std::stop_token stop) {
  const QDeadlineTimer deadline(answerLimit);
  bool hasStarted = false;
  QDeadlineTimer startAgain;  // expired: start immediately
  Waiter pause;
  while (!m_greeted) {
    if (stop.stop_requested()) co_return cancelledError();
    if (deadline.hasExpired())
      co_return make_error("service.no_answer",
                           {{"seconds", static_cast<int>(answerLimit.count())},
                            {"log", dataFolder().toStdString() + "/service.log"}});
    if (hasStarted)
      if (auto elsewhere = serviceElsewhere()) co_return *std::move(elsewhere);
    bool reached = false;
    for (const QString& path : socketCandidates(m_places.socket))
      if (reached = co_await reach(path, stop); reached) break;
    if (reached) {
      auto hello = co_await call(QStringLiteral("hello"), greeting(), stop);
      if (hello) {
        m_greeted = true;
        break;
      }
      if (hello.error().code != "service.replaced" && hello.error().code != "service.lost")
        co_return hello.error();
      m_socket.abort();
      startAgain = QDeadlineTimer();
    }
    if (startAgain.hasExpired()) {
      CO_TRY(startService());
      hasStarted = true;
      startAgain = QDeadlineTimer(std::chrono::seconds(6));
    }
    co_await pause.wait(stop, QDeadlineTimer(25));
  }
  emit connected();
  co_return {};
}

void ServiceLink::readLines() {
  QList<QByteArray> lines;
  const bool fits = m_buffer.feed(m_socket.readAll(), lines);
  for (const QByteArray& line : lines) takeMessage(QJsonDocument::fromJson(line).object());
  if (!fits) m_socket.abort();
}

void ServiceLink::takeMessage(const QJsonObject& message) {
  const QJsonObject parameters = message[QStringLiteral("params")].toObject();
  const QString method = message[QStringLiteral("method")].toString();
  const QJsonValue id = message[QStringLiteral("id")];
  if (!method.isEmpty() && !id.isUndefined()) {
    emit asked(id, method, parameters);
  } else if (!method.isEmpty()) {
    emit notified(method, parameters);
  } else if (const auto found = m_waiting.find(id.toInteger()); found != m_waiting.end()) {
    Pending* pending = found->second;
    m_waiting.erase(found);
    if (message.contains(QStringLiteral("error")))
      pending->result = rpc::errorFrom(message[QStringLiteral("error")].toObject());
    else
      pending->result = message[QStringLiteral("result")].toObject();
    pending->waiter.wake();
  }
}

void ServiceLink::lose() {
  m_buffer = {};
  for (auto& [id, pending] : std::exchange(m_waiting, {})) {
    pending->result = lostError();
    pending->waiter.wake();
  }
  if (std::exchange(m_greeted, false)) emit disconnected();
}

}  // namespace trainyard
