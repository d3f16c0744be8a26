// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

using namespace trainyard;
using namespace trainyard::agent;

namespace {

void ignore(int) {}

// The agent handles signals, and is interrupted by one after the other.
class Interrupted {
 public:
  Interrupted() {
    struct sigaction action{};
    action.sa_handler = ignore;
    ::sigaction(SIGTERM, &action, &terminate_);
    ::sigaction(SIGALRM, &action, &alarm_);
    const itimerval often{{0, 50}, {0, 50}};
    ::setitimer(ITIMER_REAL, &often, nullptr);
  }
  ~Interrupted() {
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &alarm_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
  }

 private:
  struct sigaction terminate_{}, alarm_{};
};

}  // namespace

TEST(Child, ASignalRightAfterTheStartReachesTheProgram) {
  const Interrupted interrupted;
  for (int i = 0; i < 200; ++i) {
    const auto child = start_child({{"sleep", "20"}, own_environment(), "/", SIGKILL, {}});
    ASSERT_TRUE(child) << child.error().message;
    ASSERT_EQ(::kill(child->pid, SIGTERM), 0);
    int status = 0;
    while (::waitpid(child->pid, &status, 0) < 0) ASSERT_EQ(errno, EINTR);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    ::close(child->output);
    ::close(child->error);
    if (HasFailure()) return;
  }
}
