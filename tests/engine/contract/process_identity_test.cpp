// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/process_identity.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainyard {
namespace {

TEST(ProcessIdentity, IsOfOneProcessOnly) {
  ProcessIdentity self = own_identity();
  EXPECT_TRUE(is_alive(self));
  ++self.start_time;
  EXPECT_FALSE(is_alive(self)) << "a later process with the same pid";
  self = own_identity();
  self.boot_id = "another boot";
  EXPECT_FALSE(is_alive(self));
}

TEST(ProcessIdentity, HasNoneWhenItIsGoneOrAZombie) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const auto identity = identify(child);
  ASSERT_TRUE(identity);
  EXPECT_TRUE(is_alive(*identity));
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(is_alive(*identity)) << "dead, though not yet collected";
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(identify(child));
  EXPECT_FALSE(is_alive(*identity));
}

}  // namespace
}  // namespace trainyard
