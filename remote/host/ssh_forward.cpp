// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_forward.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

#include "remote/host/peer_user.h"
#include "remote/process/command_line.h"
#include "remote/ssh/remote_script.h"
#include "remote/ssh/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds connectTime{30}, openTime{20};
constexpr qint64 socketBufferBytes = 4 << 20;

std::shared_ptr<ChannelMail> mailTo(const QString& address, quint16 port) {
  return std::make_shared<ChannelMail>(ChannelMail::Kind::forward, address.toUtf8(), port);
}

// A program of the host whose streams are the connection, or the connection that the host makes.
struct FarEnd {
  std::shared_ptr<ChannelMail> mail;
  QByteArray sentinel;  // before a program's output
};

FarEnd farEndOf(const SshLink& link, const ForwardWay& way) {
  if (way.relay.program.isEmpty()) return {mailTo(way.address, way.port), {}};
  QByteArray script =
      pathScript(link.loginPath()) + "exec " + quoteForShell(way.relay.program.toUtf8());
  for (const QString& word : way.relay.arguments) script += ' ' + quoteForShell(word.toUtf8());
  const RemoteScript wrapped = wrapScript(script + '\n', link.settings().readers);
  return {std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0),
          wrapped.sentinel};
}

// Carries one connection until either side ends it.
QCoro::Task<void> carry(SshLink& link, std::shared_ptr<QTcpSocket> socket, ForwardWay way,
                        std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  const auto wake = [&waiter] { waiter.wake(); };
  QObject::connect(socket.get(), &QTcpSocket::readyRead, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::bytesWritten, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::disconnected, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::readChannelFinished, &waiter, wake);
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(connectTime));
  if (!inbox) co_return socket->abort();
  const FarEnd far = farEndOf(link, way);
  NoiseFilter noise(far.sentinel);
  SshChannel channel(*inbox, far.mail, waiter);
  bool isInputEnded = false;
  while (!operation.token().stop_requested()) {
    SshChannel::News news;
    if (socket->bytesToWrite() < socketBufferBytes) news = channel.take();
    if (!news.out.isEmpty()) socket->write(noise.feed(std::move(news.out)));
    if (news.unsent < channelBufferBytes && socket->bytesAvailable() > 0)
      channel.write(socket->readAll());
    const bool isLeft = socket->state() != QAbstractSocket::ConnectedState;
    if (isLeft && socket->bytesAvailable() == 0 && !std::exchange(isInputEnded, true))
      channel.endInput();
    if (isLeft || news.ended) break;
    if (news.outEnded && socket->bytesToWrite() == 0) break;
    co_await waiter.wait(operation.token());
  }
  // What came last is still to be delivered.
  socket->disconnectFromHost();
  const QDeadlineTimer deadline(openTime);
  while (socket->state() != QAbstractSocket::UnconnectedState)
    if (const Waited waited = co_await waiter.wait(operation.token(), deadline);
        waited != Waited::woken)
      break;
  socket->abort();
}

class SshForward : public Forward {
 public:
  SshForward(SshLink& link, ForwardWay way) : m_link(link), m_way(std::move(way)) {
    m_server.setListenBacklogSize(64);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
      while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        socket->setParent(nullptr);
        // Every user of this computer reaches the port: another one gets and sends nothing.
        if (!isOwnUsers(*socket)) {
          socket->abort();
          socket->deleteLater();
          continue;
        }
        socket->setReadBufferSize(socketBufferBytes);
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_link.tasks().start(carry(
            m_link, std::shared_ptr<QTcpSocket>(socket, [](QTcpSocket* s) { s->deleteLater(); }),
            m_way, m_stop.get_token()));
      }
    });
  }
  ~SshForward() override { m_stop.request_stop(); }
  Result<void> listen() {
    if (m_server.listen(QHostAddress::LocalHost, m_way.localPort)) return {};
    if (m_way.localPort == 0) return make_error("forward.no_port", {});
    return make_error("forward.port_taken", {{"port", std::int64_t{m_way.localPort}},
                                             {"problem", m_server.errorString().toStdString()}});
  }

  QString address() const override { return QStringLiteral("127.0.0.1"); }
  quint16 port() const override { return m_server.serverPort(); }

 private:
  SshLink& m_link;
  ForwardWay m_way;
  QTcpServer m_server;
  std::stop_source m_stop;
};

Error forwardError(const char* code, const QString& address, quint16 port) {
  return make_error(
      code,
      {{"address", address.toStdString()}, {"port", std::int64_t{port}}, {"said", "no answer"}});
}

QCoro::Task<Result<void>> tryConnection(SshLink& link, QString address, quint16 port,
                                        std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  CO_TRY(auto inbox, co_await link.inbox(operation, QDeadlineTimer(connectTime)));
  if (inbox->isForwardingRefused()) co_return forwardError("forward.refused", address, port);
  SshChannel probe(inbox, mailTo(address, port), operation.waiter());
  const QDeadlineTimer deadline(openTime);
  for (SshChannel::News news = probe.take(); !news.opened; news = probe.take()) {
    if (news.ended && news.error && news.error->code == "forward.refused")
      inbox->setForwardingRefused();
    if (news.ended && news.error) co_return *news.error;
    const Waited waited = co_await operation.waiter().wait(operation.token(), deadline);
    if (waited == Waited::stopped) co_return cancelledError();
    if (waited == Waited::deadline) co_return forwardError("forward.unreachable", address, port);
  }
  co_return {};
}

}  // namespace

QCoro::Task<Result<std::unique_ptr<Forward>>> openForward(SshLink& link, ForwardWay way,
                                                          std::stop_token stop) {
  if (way.relay.program.isEmpty()) {
    CO_TRY(co_await tryConnection(link, way.address, way.port, std::move(stop)));
  }
  auto forward = std::make_unique<SshForward>(link, std::move(way));
  CO_TRY(forward->listen());
  co_return std::unique_ptr<Forward>(std::move(forward));
}

}  // namespace trainyard
