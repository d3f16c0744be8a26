// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/carrier.h"

#include <sys/socket.h>

namespace trainyard {

Descriptor Carrier::makeSocket() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Descriptor();
  *m_socket = Descriptor(ends[0]);
  return Descriptor(ends[1]);
}

QCoro::Task<void> finishCarrier(std::unique_ptr<Carrier> carrier) { co_await carrier->finish(); }

}  // namespace trainyard
