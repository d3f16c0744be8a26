// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/rendezvous.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/engine/parallel/ranks_of_self.h"

namespace trainyard {
namespace {

RankInfo two_ranks(std::int64_t rank, std::uint16_t port) {
  return {rank, 2, rank, 2, "127.0.0.1", port};
}

TEST(Meet, AMissingRankIsAnErrorAfterTheTimeout) {
  const auto store = meet(two_ranks(0, free_port()), std::chrono::seconds(1));
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().exit_code, ExitCode::communication);
  EXPECT_NE(store.error().message.find("rank 1 of 2 did not come to the rendezvous at 127.0.0.1:"),
            std::string::npos)
      << store.error().message;
}

TEST(Meet, ATakenPortIsNamed) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
  const auto store = meet(two_ranks(0, ntohs(address.sin_port)), std::chrono::seconds(5));
  close(listener);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().exit_code, ExitCode::communication);
  EXPECT_NE(store.error().message.find("another program uses this port"), std::string::npos)
      << store.error().message;
}

TEST(OwnAddress, IsLoopbackForOneNodeOrWhenGivenAsANumber) {
  EXPECT_EQ(*own_address(two_ranks(0, 1)), "127.0.0.1");
  EXPECT_EQ(*own_address({0, 4, 0, 2, "127.0.0.1", 1}), "127.0.0.1");
}

// Addresses that other machines may know this one by.
std::set<std::string> outer_addresses() {
  std::set<std::string> found;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return found;
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET) continue;
    if ((entry->ifa_flags & IFF_LOOPBACK) != 0 || (entry->ifa_flags & IFF_UP) == 0) continue;
    char text[INET_ADDRSTRLEN] = {};
    const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
    inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
    found.insert(text);
  }
  freeifaddrs(list);
  return found;
}

TEST(OwnAddress, IsAnotherWhenTheMastersNameStandsForLoopback) {
  const std::set<std::string> known = outer_addresses();
  const Result<std::string> outer = own_address({0, 4, 0, 2, "localhost", 1});
  ASSERT_EQ(outer.ok(), !known.empty());
  if (outer)
    EXPECT_TRUE(known.contains(*outer)) << *outer;
  else
    EXPECT_EQ(outer.error().code, "parallel.only_loopback");
}

TEST(OwnAddress, AnUnknownMasterIsAnError) {
  const Result<std::string> address = own_address({1, 4, 0, 2, "no-such-host.invalid", 1});
  ASSERT_FALSE(address);
  EXPECT_EQ(address.error().exit_code, ExitCode::communication);
}

}  // namespace
}  // namespace trainyard
