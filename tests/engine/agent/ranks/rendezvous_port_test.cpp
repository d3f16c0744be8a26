// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/rendezvous_port.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace trainyard;
using namespace trainyard::agent;

namespace {
// As rank 0 does it.
int listen_at(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  const int yes = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(fd, 1) == 0)
    return fd;
  ::close(fd);
  return -1;
}
}  // namespace

TEST(RendezvousPort, CanBeListenedAtWhileReserved) {
  const auto port = reserve_rendezvous_port(0);
  ASSERT_TRUE(port);
  EXPECT_GT(port->number(), 0);
  const int fd = listen_at(port->number());
  EXPECT_GE(fd, 0);
  const auto taken = reserve_rendezvous_port(port->number());
  ASSERT_FALSE(taken) << "somebody listens there now";
  EXPECT_EQ(taken.error().code, "port.of_ranks_taken");
  EXPECT_EQ(taken.error().exit_code, ExitCode::environment);
  EXPECT_NE(taken.error().message.find(std::to_string(port->number())), std::string::npos);
  ::close(fd);
}
