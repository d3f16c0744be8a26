#include "remote/host/ssh_remote_shell.h"

#include <QtEndian>

#include "remote/host/places.h"
#include "remote/ssh/remote_script.h"
#include "remote/ssh/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds connectTime{60};
constexpr qint64 socketBufferBytes = 4 << 20;
constexpr quint32 longestFrameBytes = 16 << 20;

// One byte kind and a 4-byte length in front: I stdin, E its end; O stdout, R stderr, X exit status.
QByteArray frame(char kind, const QByteArray& content) {
  QByteArray head(5, kind);
  qToBigEndian(static_cast<quint32>(content.size()), head.data() + 1);
  return head + content;
}

class FrameReader {
 public:
  // False when the other side does not speak this protocol.
  bool feed(const QByteArray& bytes, SshChannel& channel) {
    m_rest += bytes;
    qsizetype at = 0;
    while (m_rest.size() - at >= 5) {
      const auto length = qFromBigEndian<quint32>(m_rest.constData() + at + 1);
      if (length > longestFrameBytes) return false;
      if (m_rest.size() - at - 5 < static_cast<qsizetype>(length)) break;
      if (m_rest[at] == 'I') channel.write(m_rest.mid(at + 5, length));
      else if (m_rest[at] == 'E') channel.endInput();
      else return false;
      at += 5 + static_cast<qsizetype>(length);
    }
    m_rest.remove(0, at);
    return true;
  }

 private:
  QByteArray m_rest;
};

QByteArray exitFrame(int code) {
  QByteArray number(4, '\0');
  qToBigEndian(static_cast<quint32>(code), number.data());
  return frame('X', number);
}

QByteArray commandScript(const QByteArray& loginPath, const QByteArray& command) {
  // rsync has quoted it for one shell.
  return pathScript(loginPath) + command + '\n';
}

QCoro::Task<void> sendLast(QLocalSocket& socket, QByteArray bytes, Waiter& waiter, std::stop_token stop) {
  socket.write(bytes);
  socket.flush();
  while (socket.bytesToWrite() > 0 && socket.state() == QLocalSocket::ConnectedState)
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(std::chrono::seconds(10))); waited != Waited::woken) break;
  socket.disconnectFromServer();
}

QCoro::Task<void> carry(SshLink& link, std::shared_ptr<QLocalSocket> socket, QByteArray command, std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  const auto wake = [&waiter] { waiter.wake(); };
  QObject::connect(socket.get(), &QLocalSocket::readyRead, &waiter, wake);
  QObject::connect(socket.get(), &QLocalSocket::bytesWritten, &waiter, wake);
  QObject::connect(socket.get(), &QLocalSocket::disconnected, &waiter, wake);
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(connectTime));
  if (!inbox) {
    co_await sendLast(*socket, frame('R', QByteArray::fromStdString(inbox.error().message) + '\n') + exitFrame(255), waiter, operation.token());
    co_return;
  }
  const RemoteScript wrapped = wrapScript(commandScript(link.loginPath(), command));
  NoiseFilter out(wrapped.sentinel), err(wrapped.sentinel);
  SshChannel channel(*inbox, std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0), waiter);
  FrameReader frames;
  qsizetype unsent = 0;
  while (!operation.token().stop_requested()) {
    SshChannel::News news;
    if (socket->bytesToWrite() < socketBufferBytes) {
      news = channel.take();
      unsent = news.unsent;
    }
    if (const QByteArray bytes = out.feed(std::move(news.out)); !bytes.isEmpty()) socket->write(frame('O', bytes));
    if (const QByteArray bytes = err.feed(std::move(news.err)); !bytes.isEmpty()) socket->write(frame('R', bytes));
    if (news.ended) {
      QByteArray last = news.error ? frame('R', QByteArray::fromStdString(news.error->message) + '\n') : QByteArray();
      last += exitFrame(news.error ? 255 : news.exitCode);
      co_await sendLast(*socket, last, waiter, operation.token());
      co_return;
    }
    if (unsent < channelBufferBytes && socket->bytesAvailable() > 0 && !frames.feed(socket->readAll(), channel)) break;
    // rsync has gone: so goes its other half.
    if (socket->state() != QLocalSocket::ConnectedState && socket->bytesAvailable() == 0) break;
    co_await waiter.wait(operation.token());
  }
  socket->abort();
}

}  // namespace

SshRemoteShell::SshRemoteShell(SshLink& link, StreamDoor& door) : m_door(door) {
  m_ticket = m_door.expect([&link, stop = m_stop.get_token()](std::unique_ptr<QLocalSocket> socket, QByteArray command) {
    socket->setReadBufferSize(socketBufferBytes);
    std::shared_ptr<QLocalSocket> held(socket.release(), [](QLocalSocket* s) { s->deleteLater(); });
    link.tasks().start(carry(link, std::move(held), std::move(command), stop));
  });
}

SshRemoteShell::~SshRemoteShell() {
  m_door.forget(m_ticket.token);
  m_stop.request_stop();
}

QStringList SshRemoteShell::words() const { return {programPath(QStringLiteral("yard")), QStringLiteral("rsh")}; }

QProcessEnvironment SshRemoteShell::variables() const {
  QProcessEnvironment variables;
  variables.insert(QStringLiteral("TRAINYARD_RSH_SOCKET"), m_ticket.socket);
  variables.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"), m_ticket.token);
  return variables;
}

}  // namespace trainyard
