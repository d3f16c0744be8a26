// SPDX-License-Identifier: GPL-3.0-or-later
// At which step rules act, worked out by hand for recorded curves.
#include "engine/agent/coordinator/rule_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/agent/coordinator/fired_rules.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::int64_t never = -1, no_step = -2;

struct Point {
  std::int64_t step;  // no_step: none
  double value;
  const char* name = nullptr;  // another metric than the curve's
};

struct Curve {
  const char* name;
  std::vector<Point> points;
};

MetricsEvent event_of(const Point& point, const char* name) {
  MetricsEvent event;
  if (point.step != no_step) event.step = point.step;
  event.values = {{point.name ? point.name : name, point.value}};
  return event;
}

const Curve& curve(std::string_view which) {
  static const std::vector<std::pair<std::string_view, Curve>> all{
      {"falling",
       {"eval/loss",
        {{10, 4.0},
         {20, 3.5},
         {30, 3.1},
         {40, 2.9},
         {50, 3.2},
         {60, 3.4},
         {70, 3.6},
         {80, 2.8},
         {90, 3.3},
         {100, 3.5},
         {110, 3.7},
         {120, 4.1}}}},
      {"broken",
       {"train/loss",
        {{1, 5},
         {2, 4},
         {3, 3},
         {4, 2},
         {5, 1},
         {6, 0.5},
         {7, not_a_number},
         {8, infinite},
         {9, -infinite},
         {10, 2},
         {11, not_a_number},
         {12, not_a_number}}}},
      {"without steps",
       {"acc",
        {{no_step, 0.1},
         {no_step, 0.2},
         {no_step, 0.5},
         {no_step, 0.5},
         {no_step, 0.6},
         {no_step, 0.4}}}},
      {"gaps",
       {"val",
        {{5, 2},
         {5, 0, "lr"},
         {6, 2},
         {7, 0, "lr"},
         {50, 2},
         {60, not_a_number, "lr"},
         {1000, 2},
         {1001, 1}}}},
      {"three ranks",
       {"loss",
        {{1, 1},
         {1, 1},
         {1, 9},
         {2, 1},
         {2, 9},
         {2, 1},
         {3, 9},
         {3, 9},
         {3, 1},
         {4, 1},
         {4, 1},
         {4, 1}}}},
      {"a rank that is late", {"loss", {{1, 0}, {2, 9}, {3, 9}, {2, 9}, {3, 9}, {4, 9}}}},
      {"steps that begin again", {"loss", {{1, 9}, {2, 9}, {3, 9}, {1, 9}, {2, 9}, {3, 9}}}},
      {"one step printed twice", {"loss", {{1, 9}, {1, 9}, {2, 1}, {3, 9}, {3, 1}, {4, 9}}}}};
  for (const auto& [name, found] : all)
    if (name == which) return found;
  std::abort();
}

struct Row {
  const char* curve;
  const char* rule;
  std::int64_t acts_at;  // the step, or of points without one their number, from 1
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.curve << ": " << row.rule; }

class ActsAt : public testing::TestWithParam<Row> {};

TEST_P(ActsAt, TheStepThatWasWorkedOut) {
  const Row& row = GetParam();
  const auto rule = parse_metric_rule(row.rule);
  ASSERT_TRUE(rule) << rule.error().message;
  RuleWatch watch({*rule}, {});
  std::int64_t acted = never, number = 0;
  const Curve& shown = curve(row.curve);
  for (const Point& point : shown.points) {
    ++number;
    for (const FiredRule& fired : watch.see(event_of(point, shown.name))) {
      EXPECT_EQ(acted, never) << "it acts once";
      acted = fired.step.value_or(number);
      EXPECT_EQ(fired.rule->text, rule->text);
    }
  }
  EXPECT_EQ(acted, row.acts_at);
}

INSTANTIATE_TEST_SUITE_P(
    Falling, ActsAt,
    testing::Values(Row{"falling", "eval/loss > 3", 10}, Row{"falling", "eval/loss >= 4", 10},
                    Row{"falling", "eval/loss > 4", 120}, Row{"falling", "eval/loss >= 4.1", 120},
                    Row{"falling", "eval/loss > 4.1", never}, Row{"falling", "eval/loss < 3", 40},
                    Row{"falling", "eval/loss <= 2.9", 40}, Row{"falling", "eval/loss < 2.9", 80},
                    Row{"falling", "eval/loss <= 2.8", 80},
                    Row{"falling", "eval/loss < 2.8", never},
                    Row{"falling", "eval/loss > 3 for 1 point", 10},
                    Row{"falling", "eval/loss > 3 for 2 points", 20},
                    Row{"falling", "eval/loss > 3 for 3 points", 30},
                    Row{"falling", "eval/loss > 3 for 4 points", 120},
                    Row{"falling", "eval/loss > 3 for 5 points", never},
                    Row{"falling", "eval/loss >= 3.1 for 3 points", 30},
                    Row{"falling", "eval/loss > 3.1 for 3 points", 70},
                    Row{"falling", "eval/loss > 3.3 for 2 points", 20},
                    Row{"falling", "eval/loss > 3.3 for 3 points", 120},
                    Row{"falling", "eval/loss > 3.5 for 2 points", 120},
                    Row{"falling", "eval/loss < 3 for 2 points", never},
                    Row{"falling", "eval/loss < 3.3 for 3 points", 50},
                    Row{"falling", "eval/loss < 3.3 for 4 points", never},
                    Row{"falling", "eval/loss <= 3.4 for 4 points", 60},
                    Row{"falling", "eval/loss <= 3.5 for 5 points", 60},
                    Row{"falling", "eval/loss < 10 for 12 points", 120},
                    Row{"falling", "eval/loss < 10 for 13 points", never},
                    Row{"falling", "eval/loss > -1 for 5 points", 50},
                    Row{"falling", "eval/loss is not finite", never},
                    Row{"falling", "loss > 3", never}, Row{"falling", "Eval/loss > 3", never},
                    Row{"falling", "stop when eval/loss > 3.6", 10}));

INSTANTIATE_TEST_SUITE_P(
    Broken, ActsAt,
    testing::Values(Row{"broken", "train/loss is not finite", 7},
                    Row{"broken", "train/loss is not finite for 2 points", 8},
                    Row{"broken", "train/loss is not finite for 3 points", 9},
                    Row{"broken", "train/loss is not finite for 4 points", never},
                    Row{"broken", "train/loss > 4", 1}, Row{"broken", "train/loss > 5", 8},
                    Row{"broken", "train/loss > 1e300", 8}, Row{"broken", "train/loss < 0", 9},
                    Row{"broken", "train/loss < -1e300", 9}, Row{"broken", "train/loss < 1", 6},
                    Row{"broken", "train/loss < 1 for 2 points", never},
                    Row{"broken", "train/loss <= 2 for 3 points", 6},
                    Row{"broken", "train/loss <= 2 for 4 points", never},
                    Row{"broken", "train/loss >= 2 for 4 points", 4},
                    Row{"broken", "train/loss >= 2 for 5 points", never},
                    Row{"broken", "train/loss > 0 for 6 points", 6},
                    Row{"broken", "train/loss > 0 for 7 points", never},
                    Row{"broken", "train/loss > 2 for 3 points", 3},
                    Row{"broken", "train/loss >= 0.5 for 6 points", 6}));

INSTANTIATE_TEST_SUITE_P(
    Steps, ActsAt,
    testing::Values(Row{"without steps", "acc > 0.4", 3}, Row{"without steps", "acc > 0.5", 5},
                    Row{"without steps", "acc >= 0.5 for 3 points", 5},
                    Row{"without steps", "acc < 0.45 for 3 points", never},
                    Row{"without steps", "acc <= 0.5 for 4 points", 4},
                    Row{"gaps", "val > 1 for 4 points", 1000},
                    Row{"gaps", "val > 1 for 5 points", never}, Row{"gaps", "lr is not finite", 60},
                    Row{"gaps", "val <= 1", 1001}, Row{"three ranks", "loss > 5", 1},
                    Row{"three ranks", "loss > 5 for 2 points", 2},
                    Row{"three ranks", "loss > 5 for 3 points", 3},
                    Row{"three ranks", "loss > 5 for 4 points", never},
                    Row{"three ranks", "loss < 5 for 4 points", 4},
                    Row{"three ranks", "loss < 5 for 5 points", never},
                    Row{"a rank that is late", "loss > 5 for 2 points", 3},
                    Row{"a rank that is late", "loss > 5 for 3 points", 4},
                    Row{"a rank that is late", "loss > 5 for 4 points", never},
                    Row{"steps that begin again", "loss > 5 for 4 points", 1},
                    Row{"steps that begin again", "loss > 5 for 6 points", 3},
                    Row{"steps that begin again", "loss > 5 for 7 points", never},
                    Row{"one step printed twice", "loss > 5 for 2 points", 4},
                    Row{"one step printed twice", "loss > 5 for 3 points", never}));

MetricRule rule(const char* text) { return *parse_metric_rule(text); }

}  // namespace

TEST(RuleWatch, SeveralRulesActInTheOrderOfTheDocument) {
  RuleWatch watch({rule("stop when b > 1"), rule("a > 1"), rule("a > 1 for 2 points")}, {});
  MetricsEvent event;
  event.step = 7;
  event.values = {{"a", 2.0}, {"b", 3.0}};
  const auto fired = watch.see(event);
  ASSERT_EQ(fired.size(), 2u);
  EXPECT_EQ(fired[0].rule->action, MetricRule::Action::stop);
  EXPECT_EQ(fired[0].value, 3.0);
  EXPECT_EQ(fired[1].rule->metric, "a");
  EXPECT_EQ(fact_of(fired[0]).message, "b was 3 at step 7 (rule: stop when b > 1)");
  event.step = 8;
  EXPECT_EQ(watch.see(event).size(), 1u);
  event.step.reset();
  EXPECT_TRUE(watch.see(event).empty());
}

TEST(RuleWatch, WhatHasActedDoesNotActInALaterAttempt) {
  const TemporaryFolder folder;
  const RunFolder run{folder.path()};
  EXPECT_TRUE(fired_rules(run).empty());
  ASSERT_TRUE(note_fired_rule(run, rule("stop  when a > 1").text));
  ASSERT_TRUE(note_fired_rule(run, rule("b < 0").text));
  ASSERT_TRUE(note_fired_rule(run, rule("b < 0").text));
  EXPECT_EQ(fired_rules(run), (std::set<std::string>{"b < 0", "stop when a > 1"}));
  // Another threshold is another rule.
  RuleWatch watch({rule("stop when a > 1"), rule("stop when a > 2"), rule("b < 0")},
                  fired_rules(run));
  MetricsEvent event;
  event.values = {{"a", 3.0}, {"b", -1.0}};
  const auto fired = watch.see(event);
  ASSERT_EQ(fired.size(), 1u);
  EXPECT_EQ(fired[0].rule->threshold, 2);
  EXPECT_EQ(fact_of(fired[0]).message, "a was 3 (rule: stop when a > 2)");
}
