// SPDX-License-Identifier: GPL-3.0-or-later
// A port of 127.0.0.1 for a server that a test starts, and may start again later. It lies below the
// ports that the system gives to connections: none of them, of whichever program, takes it
// meanwhile.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>

namespace trainyard {

inline std::uint16_t free_port() {
  unsigned first_of_connections = 32768;  // Linux' own default
  std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> first_of_connections;
  constexpr unsigned kFirst = 10000;
  std::random_device random;
  for (int tries = 0; tries < 1000; ++tries) {
    const unsigned port =
        first_of_connections > kFirst + 1000
            ? std::uniform_int_distribution<unsigned>(kFirst, first_of_connections - 1)(random)
            : 0;
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    socklen_t length = sizeof address;
    const bool is_free =
        ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
        ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &length) == 0;
    ::close(descriptor);
    if (is_free) return ntohs(address.sin_port);
  }
  std::abort();
}

}  // namespace trainyard
