// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/transport/connect_socket.h"

#include <QDeadlineTimer>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr int addressTimeoutMilliseconds = 10000, unansweredMilliseconds = 15000;

void tune(int descriptor) {
  const int on = 1, unanswered = unansweredMilliseconds;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered, sizeof unanswered);
}

// 0, or the error number.
int waitUntilConnected(int descriptor, SessionInbox& inbox) {
  const QDeadlineTimer deadline(addressTimeoutMilliseconds);
  while (!inbox.isStopped()) {
    pollfd polled[2] = {{descriptor, POLLOUT, 0}, {inbox.descriptor(), POLLIN, 0}};
    const int ready = ::poll(polled, 2, static_cast<int>(deadline.remainingTime()));
    if (polled[0].revents != 0) {
      int error = 0;
      socklen_t size = sizeof error;
      ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
      return error;
    }
    if (ready == 0 && deadline.hasExpired()) return ETIMEDOUT;
  }
  return ECANCELED;
}

int connectTo(const addrinfo& address, SessionInbox& inbox, int& descriptor) {
  descriptor = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return errno;
  tune(descriptor);
  int error = ::connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) error = waitUntilConnected(descriptor, inbox);
  if (error != 0) ::close(descriptor);
  return error;
}

}  // namespace

Result<int> connectSocket(const QStringList& addresses, quint16 port, SessionInbox& inbox) {
  int error = EHOSTUNREACH;
  for (const QString& address : addresses) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.toLatin1().constData(), QByteArray::number(port).constData(), &hints,
                      &found) != 0)
      continue;
    int descriptor = -1;
    error = connectTo(*found, inbox, descriptor);
    ::freeaddrinfo(found);
    if (error == 0) return descriptor;
    if (inbox.isStopped()) break;
  }
  return make_error("login.no_connection",
                    {{"addresses", addresses.join(QStringLiteral(", ")).toStdString()},
                     {"port", std::int64_t{port}},
                     {"problem", ::strerror(error)}});
}

}  // namespace trainyard
