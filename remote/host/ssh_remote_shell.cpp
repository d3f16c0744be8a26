// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_remote_shell.h"

#include <optional>
#include <vector>

#include <QSocketNotifier>
#include <QtEndian>

#include <fcntl.h>
#include <sys/socket.h>

#include "remote/host/places.h"
#include "remote/process/descriptor.h"
#include "remote/ssh/channels/remote_script.h"
#include "remote/ssh/channels/ssh_channel.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds shellConnectTime{60}, streamsTime{30};

// One byte kind and a 4-byte length, then the content: R text for stderr, X exit status.
QByteArray frame(char kind, const QByteArray& content) {
  QByteArray head(5, kind);
  qToBigEndian(static_cast<quint32>(content.size()), head.data() + 1);
  return head + content;
}

QByteArray endFrames(const std::optional<Error>& error, int exitCode) {
  QByteArray number(4, '\0');
  qToBigEndian(static_cast<quint32>(error ? 255 : exitCode), number.data());
  return (error ? frame('R', QByteArray::fromStdString(error->message) + '\n') : QByteArray()) +
         frame('X', number);
}

// The connection of `yard rsh`: passes its stdin, stdout and stderr with an empty frame of kind D,
// and gets the exit status.
class Control {
 public:
  Control(Descriptor socket, Waiter& waiter)
      : m_socket(std::move(socket)), m_readable(m_socket.number(), QSocketNotifier::Read) {
    QObject::connect(&m_readable, &QSocketNotifier::activated, &waiter,
                     [&waiter] { waiter.wake(); });
  }

  // False if the other side has closed or violates the protocol.
  bool look() {
    PassedDescriptors passed = receiveDescriptors(m_socket.number(), 16);
    const bool bringsStreams = streams.empty() && passed.descriptors.size() == 3 &&
                               passed.bytes == std::string("D\0\0\0\0", 5);
    if (bringsStreams) streams = std::move(passed.descriptors);
    if (passed.isEnded || (!passed.bytes.empty() && !bringsStreams)) {
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

 private:
  Descriptor m_socket;
  QSocketNotifier m_readable;
  bool m_isGone = false;
};

QCoro::Task<void> carry(SshLink& link, Descriptor socket, QByteArray command,
                        std::stop_token stop) {
  SshOperation operation(link, std::move(stop));
  Waiter& waiter = operation.waiter();
  Control control(std::move(socket), waiter);
  const QDeadlineTimer deadline(streamsTime);
  while (control.look() && control.streams.empty())
    if (const Waited waited = co_await waiter.wait(operation.token(), deadline);
        waited != Waited::woken)
      break;
  if (control.streams.empty()) co_return;
  auto inbox = co_await link.inbox(operation, QDeadlineTimer(shellConnectTime));
  if (!inbox) {
    control.send(endFrames(inbox.error(), 255));
    co_return;
  }
  // rsync has already quoted it for one shell.
  const RemoteScript wrapped =
      wrapScript(pathScript(link.loginPath()) + command + '\n', link.settings().readers);
  auto mail = std::make_shared<ChannelMail>(ChannelMail::Kind::exec, wrapped.command, 0);
  mail->local =
      std::make_unique<LocalStreams>(std::move(control.streams[0]), std::move(control.streams[1]),
                                     std::move(control.streams[2]), wrapped.sentinel);
  SshChannel channel(*inbox, std::move(mail), waiter);
  // rsync has ended, so the remote side is ended as well.
  while (!operation.token().stop_requested() && control.look()) {
    const SshChannel::News news = channel.take();
    if (news.ended) co_return control.send(endFrames(news.error, news.exitCode));
    co_await waiter.wait(operation.token());
  }
}

}  // namespace

SshRemoteShell::SshRemoteShell(SshLink& link, StreamListener& door) : m_listener(door) {
  m_ticket = m_listener.expect([&link, stop = m_stop.get_token()](
                                   std::unique_ptr<QLocalSocket> socket, QByteArray command) {
    // The next data has descriptors attached, which would be lost if Qt read it.
    socket->flush();
    Descriptor control(::fcntl(static_cast<int>(socket->socketDescriptor()), F_DUPFD_CLOEXEC, 3));
    socket->abort();
    socket.release()->deleteLater();
    link.tasks().start(carry(link, std::move(control), std::move(command), stop));
  });
}

SshRemoteShell::~SshRemoteShell() {
  m_listener.forget(m_ticket.token);
  m_stop.request_stop();
}

QStringList SshRemoteShell::words() const {
  return {programPath(QStringLiteral("yard")), QStringLiteral("rsh")};
}

QProcessEnvironment SshRemoteShell::variables() const {
  QProcessEnvironment variables;
  variables.insert(QStringLiteral("TRAINYARD_RSH_SOCKET"), m_ticket.socket);
  variables.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"), m_ticket.token);
  return variables;
}

}  // namespace trainyard
