#include "remote/host/ssh_forward.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

#include "remote/ssh/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds connectTime{30}, openTime{20};
constexpr qint64 socketBufferBytes = 4 << 20;

std::shared_ptr<ChannelMail> mailTo(const QString& address, quint16 port) {
  return std::make_shared<ChannelMail>(ChannelMail::Kind::forward, address.toUtf8(), port);
}

// Carries one connection until either side ends it.
QCoro::Task<void> carry(SshLink& link, std::shared_ptr<QTcpSocket> socket, QString address,
                        quint16 port, std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  const auto wake = [&waiter] { waiter.wake(); };
  QObject::connect(socket.get(), &QTcpSocket::readyRead, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::bytesWritten, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::disconnected, &waiter, wake);
  QObject::connect(socket.get(), &QTcpSocket::readChannelFinished, &waiter, wake);
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(connectTime));
  if (!inbox) co_return socket->abort();
  SshChannel channel(*inbox, mailTo(address, port), waiter);
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
  SshForward(SshLink& link, QString address, quint16 port)
      : m_link(link), m_address(std::move(address)), m_port(port) {
    m_server.setListenBacklogSize(64);
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
      while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        socket->setParent(nullptr);
        socket->setReadBufferSize(socketBufferBytes);
        socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_link.tasks().start(carry(
            m_link, std::shared_ptr<QTcpSocket>(socket, [](QTcpSocket* s) { s->deleteLater(); }),
            m_address, m_port, m_stop.get_token()));
      }
    });
  }
  ~SshForward() override { m_stop.request_stop(); }
  bool listen() { return m_server.listen(QHostAddress::LocalHost); }

  QString address() const override { return QStringLiteral("127.0.0.1"); }
  quint16 port() const override { return m_server.serverPort(); }

 private:
  SshLink& m_link;
  QString m_address;
  quint16 m_port;
  QTcpServer m_server;
  std::stop_source m_stop;
};

Error forwardError(const char* code, const QString& address, quint16 port) {
  return make_error(
      code,
      {{"address", address.toStdString()}, {"port", std::int64_t{port}}, {"said", "no answer"}},
      ExitCode::unreachable);
}

}  // namespace

QCoro::Task<Result<std::unique_ptr<Forward>>> openForward(SshLink& link, QString address,
                                                          quint16 port, std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  CO_TRY(auto inbox, co_await link.inbox(operation, QDeadlineTimer(connectTime)));
  if (inbox->isForwardingRefused()) co_return forwardError("forward.refused", address, port);
  {
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
  }
  auto forward = std::make_unique<SshForward>(link, std::move(address), port);
  if (!forward->listen()) co_return make_error("forward.no_port", {}, ExitCode::environment);
  co_return std::unique_ptr<Forward>(std::move(forward));
}

}  // namespace trainyard
