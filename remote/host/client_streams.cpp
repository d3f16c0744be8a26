// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/client_streams.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QSocketNotifier>
#include <QtEndian>

#include <fcntl.h>
#include <sys/socket.h>

#include "remote/ssh/channels/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds clientConnectTime{60}, streamsTime{30};
constexpr qsizetype headBytes = 5, sizeBytes = 8;
constexpr std::size_t maxReadBytes = 256;
constexpr quint32 maxColumns = 10000;

QByteArray frame(char kind, const QByteArray& content) {
  QByteArray head(headBytes, kind);
  qToBigEndian(static_cast<quint32>(content.size()), head.data() + 1);
  return head + content;
}

QByteArray endFrames(const std::optional<Error>& error, int exitCode) {
  QByteArray number(4, '\0');
  qToBigEndian(static_cast<quint32>(error ? 255 : exitCode), number.data());
  return (error ? frame('R', QByteArray::fromStdString(error->message) + '\n') : QByteArray()) +
         frame('X', number);
}

class ClientControl {
 public:
  ClientControl(Descriptor socket, Waiter& waiter)
      : m_socket(std::move(socket)), m_readable(m_socket.number(), QSocketNotifier::Read) {
    QObject::connect(&m_readable, &QSocketNotifier::activated, &waiter,
                     [&waiter] { waiter.wake(); });
  }

  // False if the other side has closed or violates the protocol.
  bool look() {
    PassedDescriptors passed = receiveDescriptors(m_socket.number(), maxReadBytes);
    m_received += QByteArray::fromStdString(passed.bytes);
    if (passed.descriptors.size() == 3 && streams.empty() && m_received.startsWith('D'))
      streams = std::move(passed.descriptors);
    if (passed.isEnded || !takeFrames()) {
      m_isGone = true;
      m_readable.setEnabled(false);
    }
    return !m_isGone;
  }
  void send(const QByteArray& frames) {
    (void)::send(m_socket.number(), frames.constData(), static_cast<std::size_t>(frames.size()),
                 MSG_NOSIGNAL);
  }

  std::vector<Descriptor> streams;
  std::optional<TerminalSize> newSize;

 private:
  bool takeFrames() {
    while (m_received.size() >= headBytes) {
      const auto length = qFromBigEndian<quint32>(m_received.constData() + 1);
      const bool bringsStreams = m_received[0] == 'D' && length == 0 && streams.size() == 3,
                 bringsSize = m_received[0] == 'W' && length == sizeBytes;
      if (std::exchange(m_hasStreams, true) ? !bringsSize : !bringsStreams) return false;
      if (m_received.size() < headBytes + static_cast<qsizetype>(length)) return true;
      if (bringsSize) {
        const char* numbers = m_received.constData() + headBytes;
        newSize = {static_cast<int>(std::min(qFromBigEndian<quint32>(numbers), maxColumns)),
                   static_cast<int>(std::min(qFromBigEndian<quint32>(numbers + 4), maxColumns))};
      }
      m_received.remove(0, headBytes + static_cast<qsizetype>(length));
    }
    return true;
  }

  Descriptor m_socket;
  QSocketNotifier m_readable;
  QByteArray m_received;
  bool m_isGone = false, m_hasStreams = false;
};

}  // namespace

Descriptor connectionOf(std::unique_ptr<QLocalSocket> socket) {
  socket->flush();
  Descriptor connection(::fcntl(static_cast<int>(socket->socketDescriptor()), F_DUPFD_CLOEXEC, 3));
  socket->abort();
  socket.release()->deleteLater();
  return connection;
}

QCoro::Task<void> carryStreams(SshLink& link, Descriptor client, CarriedProgram program,
                               std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  ClientControl control(std::move(client), waiter);
  const QDeadlineTimer deadline(streamsTime);
  while (control.look() && control.streams.empty())
    if (const Waited waited = co_await waiter.wait(operation.token(), deadline);
        waited != Waited::woken)
      break;
  if (control.streams.empty()) co_return;
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(clientConnectTime));
  if (!inbox) {
    control.send(endFrames(inbox.error(), 255));
    co_return;
  }
  const RemoteScript script = program.script(link);
  auto mail = std::make_shared<ChannelMail>(ChannelMail::Kind::exec, script.command, 0);
  mail->terminal = program.terminal;
  mail->local =
      std::make_unique<LocalStreams>(std::move(control.streams[0]), std::move(control.streams[1]),
                                     std::move(control.streams[2]), script.sentinel);
  SshChannel channel(*inbox, std::move(mail), waiter);
  // If the client has gone, the program is ended as well.
  while (!operation.token().stop_requested() && control.look()) {
    const SshChannel::News news = channel.take();
    if (news.ended) co_return control.send(endFrames(news.error, news.exitCode));
    if (const auto size = std::exchange(control.newSize, {})) channel.resize(*size);
    co_await waiter.wait(operation.token());
  }
}

}  // namespace trainyard
