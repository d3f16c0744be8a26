// SPDX-License-Identifier: GPL-3.0-or-later
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
  EXPECT_EQ(get<std::string>(get<Map>(end.arguments, "how"), "code"), "stop.killed");
  EXPECT_NE(end.reason.find("within 60 s"), std::string::npos) << end.reason;
  stop.is_superseded = true;
  EXPECT_EQ(end_of_stop(stop, 0, "n").code, "stopped.superseded");
}

TEST(Stop, AWarningBeforeTheTimeLimitIsNotTheLimit) {
  StopRequest stop;
  stop.time = 10000;
  stop.end_time = 10000 + 59;
  const EndEvent warned = end_of_stop(stop, 75, "n");
  EXPECT_EQ(warned.outcome, Outcome::timed_out);
  EXPECT_EQ(warned.code, "stopped.before_time_limit");
  EXPECT_EQ(get<std::int64_t>(warned.arguments, "seconds"), 59);
  stop.end_time = 10002;
  EXPECT_EQ(end_of_stop(stop, 75, "n").code, "stopped.timed_out");
}

TEST(Stop, ARuleEndsTheRunAndIsNamed) {
  StopRequest stop;
  stop.time = 10000;
  stop.end_time = 10060;  // that the limit is near does not matter
  stop.fired = {{"code", "rule.fired_at"},
                {"arguments", Map{{"metric", "eval/loss"},
                                  {"value", 3.5},
                                  {"step", 340},
                                  {"rule", "stop when eval/loss > 3"}}}};
  const EndEvent end = end_of_stop(stop, 75, "n");
  EXPECT_EQ(end.outcome, Outcome::cancelled);
  EXPECT_EQ(end.exit_code, 75);
  EXPECT_EQ(end.code, "stopped.by_rule");
  EXPECT_TRUE(end.reason.starts_with(
      "The run was stopped because eval/loss was 3.5 at step 340 (rule: stop when eval/loss > 3): "
      "it stopped cleanly"))
      << end.reason;
  stop.is_cancelled = true;
  EXPECT_EQ(end_of_stop(stop, 75, "n").code, "stopped.cancelled");
  stop.is_superseded = true;
  EXPECT_EQ(end_of_stop(stop, 75, "n").code, "stopped.superseded");
}

TEST(Stop, WhatWentWrongMeanwhileIsPartOfIt) {
  const EndEvent failure{Outcome::failed, 3, "failure.exit_code", {}, "it broke", {}, "n"};
  const EndEvent end = end_of_stop({}, 3, "n", &failure);
  const Map how = get<Map>(end.arguments, "how");
  EXPECT_EQ(get<std::string>(how, "code"), "stop.failed");
  EXPECT_EQ(get<std::string>(get<Map>(get<Map>(how, "arguments"), "why"), "code"),
            "failure.exit_code");
}
