// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_forward.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

#include "engine/contract/messages.h"
#include "remote/host/peer_user.h"
#include "remote/ssh/channels/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds connectTime{30}, openTime{20};
constexpr qint64 socketBufferBytes = 4 << 20;

std::shared_ptr<ChannelMail> mailTo(const QString& address, quint16 port) {
  return std::make_shared<ChannelMail>(ChannelMail::Kind::forward, address.toUtf8(), port);
}

// Copies between a local program and the channel until either side ends.
template <class Channel>
QCoro::Task<void> join(SshOperation& operation, std::shared_ptr<QTcpSocket> socket,
                       Channel& channel) {
  bool isInputEnded = false;
  while (!operation.token().stop_requested()) {
    SshChannel::News news;
    if (socket->bytesToWrite() < socketBufferBytes) news = channel.take();
    if (!news.out.isEmpty()) socket->write(news.out);
    if (news.unsent < channelBufferBytes && socket->bytesAvailable() > 0)
      channel.write(socket->readAll());
    const bool isLeft = socket->state() != QAbstractSocket::ConnectedState;
    if (isLeft && socket->bytesAvailable() == 0 && !std::exchange(isInputEnded, true))
      channel.endInput();
    if (isLeft || news.ended) break;
    if (news.outEnded && socket->bytesToWrite() == 0) break;
    co_await operation.waiter().wait(operation.token());
  }
}

// Serves one connection: through the relay, if there is one.
QCoro::Task<void> carry(SshLink& link, std::shared_ptr<QTcpSocket> socket, ForwardWay way,
                        std::shared_ptr<RelayChannel::Line> relay, std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  const auto wake = [&waiter] { waiter.wake(); };
  QObject::connect(socket.get(), &QTcpSocket::readyRead, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::bytesWritten, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::disconnected, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::readChannelFinished, &waiter, wake);
  if (relay) {
    RelayConnection connection(std::move(relay), way.port, waiter);
    co_await join(operation, socket, connection);
  } else {
    auto inbox = co_await link.inbox(operation, QDeadlineTimer(connectTime));
    if (!inbox) co_return socket->abort();
    SshChannel channel(*inbox, mailTo(way.address, way.port), waiter);
    co_await join(operation, socket, channel);
  }
  // The last data must still be delivered.
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
  SshForward(SshLink& link, ForwardWay way, std::shared_ptr<RelayChannel> relay)
      : m_link(link), m_way(std::move(way)), m_relay(std::move(relay)) {
    m_server.setListenBacklogSize(64);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
      while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        socket->setParent(nullptr);
        // Every user of this computer can reach the port: another user's connection gets and sends
        // nothing.
        if (!isOwnUsers(*socket)) {
          socket->abort();
          socket->deleteLater();
          continue;
        }
        socket->setReadBufferSize(socketBufferBytes);
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_link.tasks().start(carry(
            m_link, std::shared_ptr<QTcpSocket>(socket, [](QTcpSocket* s) { s->deleteLater(); }),
            m_way, m_relay ? m_relay->line() : nullptr, m_stop.get_token()));
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
  std::shared_ptr<RelayChannel> m_relay;  // null: the host connects
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
                                                          std::shared_ptr<RelayChannel> relay,
                                                          std::stop_token stop) {
  if (!relay) {
    CO_TRY(co_await tryConnection(link, way.address, way.port, std::move(stop)));
  }
  auto forward = std::make_unique<SshForward>(link, std::move(way), std::move(relay));
  CO_TRY(forward->listen());
  co_return std::unique_ptr<Forward>(std::move(forward));
}

}  // namespace trainyard
