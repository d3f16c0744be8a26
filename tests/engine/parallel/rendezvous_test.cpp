#include "engine/parallel/rendezvous.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

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
  EXPECT_NE(store.error().message.find("rank 0 of 2 could not meet the others at 127.0.0.1:"),
            std::string::npos);
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
  EXPECT_NE(store.error().message.find("the port is taken by another program"), std::string::npos)
      << store.error().message;
}

TEST(OwnAddress, IsLoopbackForOneNodeOrWhenGivenAsANumber) {
  EXPECT_EQ(*own_address(two_ranks(0, 1)), "127.0.0.1");
  EXPECT_EQ(*own_address({0, 4, 0, 2, "127.0.0.1", 1}), "127.0.0.1");
}

TEST(OwnAddress, IsAnotherWhenTheMastersNameStandsForLoopback) {
  const Result<std::string> outer = own_address({0, 4, 0, 2, "localhost", 1});
  if (outer)
    EXPECT_FALSE(outer->starts_with("127.")) << *outer;
  else
    EXPECT_NE(outer.error().message.find("no network address besides loopback"), std::string::npos);
}

TEST(OwnAddress, AnUnknownMasterIsAnError) {
  const Result<std::string> address = own_address({1, 4, 0, 2, "no-such-host.invalid", 1});
  ASSERT_FALSE(address);
  EXPECT_EQ(address.error().exit_code, ExitCode::communication);
}

}  // namespace
}  // namespace trainyard
