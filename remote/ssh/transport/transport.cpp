// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/transport/transport.h"

#include <sys/socket.h>

namespace trainyard {

Descriptor Transport::makeSocket() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Descriptor();
  *m_socket = Descriptor(ends[0]);
  return Descriptor(ends[1]);
}

QCoro::Task<void> finishTransport(std::unique_ptr<Transport> carrier) {
  co_await carrier->finish();
}

}  // namespace trainyard
