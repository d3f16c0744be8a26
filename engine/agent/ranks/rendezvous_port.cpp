// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/rendezvous_port.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/contract/messages.h"

namespace trainyard::agent {

RendezvousPort::~RendezvousPort() {
  if (fd_ >= 0) ::close(fd_);
}

Result<RendezvousPort> reserve_rendezvous_port(int number) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  address.sin_port = htons(static_cast<std::uint16_t>(number));
  socklen_t size = sizeof address;
  if (fd >= 0 && ::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0)
    return RendezvousPort(fd, ntohs(address.sin_port));
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  return make_error("port.of_ranks_taken", {{"port", number}, {"problem", std::strerror(reason)}});
}

int requested_master_port(const Options& options, const Environment& inherited) {
  for (const Variable& variable : options.variables) {
    if (variable.name != "MASTER_PORT") continue;
    const auto own = inherited.find("MASTER_PORT");
    const int number = std::atoi(variable.value           ? variable.value->c_str()
                                 : own == inherited.end() ? ""
                                                          : own->second.c_str());
    if (number > 0 && number < 65536) return number;
  }
  return 0;
}

}  // namespace trainyard::agent
