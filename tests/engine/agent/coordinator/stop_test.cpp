#include "engine/agent/coordinator/stop.h"

#include <gtest/gtest.h>

using namespace trainyard;
using namespace trainyard::agent;

TEST(Stop, OutcomeFollowsCancelThenTimeThenPreemption) {
  StopRequest stop;
  stop.time = 10000;
  EXPECT_EQ(outcome_of(stop), Outcome::preempted);
  stop.end_time = 10000 + 120 + 60;
  EXPECT_EQ(outcome_of(stop), Outcome::timed_out);
  stop.end_time = 10000 + 3600;
  EXPECT_EQ(outcome_of(stop), Outcome::preempted);
  stop.signal_before_end_seconds = 3600;
  EXPECT_EQ(outcome_of(stop), Outcome::timed_out);
  stop.is_cancelled = true;
  EXPECT_EQ(outcome_of(stop), Outcome::cancelled);
}

TEST(Stop, EndSaysHowItStopped) {
  StopRequest stop;
  EXPECT_EQ(end_of_stop(stop, 0, "n").exit_code, 75);
  EXPECT_EQ(end_of_stop(stop, 143, "n").exit_code, 143);
  stop.was_killed = true;
  stop.grace_seconds = 60;
  const EndEvent end = end_of_stop(stop, 137, "n");
  EXPECT_EQ(end.code, "stopped.preempted");
  EXPECT_NE(end.reason.find("within 60 s"), std::string::npos) << end.reason;
  stop.is_superseded = true;
  EXPECT_EQ(end_of_stop(stop, 0, "n").code, "stopped.superseded");
}
