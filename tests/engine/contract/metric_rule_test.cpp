// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/metric_rule.h"

#include <gtest/gtest.h>

using namespace trainyard;

namespace {

using Action = MetricRule::Action;
using Comparison = MetricRule::Comparison;

struct Good {
  const char* text;
  Action action;
  const char* metric;
  Comparison comparison;
  double threshold;
  std::int64_t points;
};

struct Bad {
  const char* text;
  const char* code;
};

}  // namespace

TEST(MetricRule, IsRead) {
  const Good rows[] = {
      {"eval/loss > 3", Action::notify, "eval/loss", Comparison::above, 3, 1},
      {"eval/loss>3", Action::notify, "eval/loss", Comparison::above, 3, 1},
      {"notify when loss >= 1e-3", Action::notify, "loss", Comparison::at_least, 1e-3, 1},
      {"stop when eval/loss > 3 for 20 points", Action::stop, "eval/loss", Comparison::above, 3,
       20},
      {"stop when acc < 0.5 for 1 point", Action::stop, "acc", Comparison::below, 0.5, 1},
      {"reward <= -2.5", Action::notify, "reward", Comparison::at_most, -2.5, 1},
      {"  stop   when\tloss is not   finite ", Action::stop, "loss", Comparison::not_finite, 0, 1},
      {"loss is not finite for 3 points", Action::notify, "loss", Comparison::not_finite, 0, 3},
      {"val accuracy < .5", Action::notify, "val accuracy", Comparison::below, 0.5, 1},
      {"stops > 3", Action::notify, "stops", Comparison::above, 3, 1},
      {"for points > 3 for 2 points", Action::notify, "for points", Comparison::above, 3, 2}};
  for (const Good& row : rows) {
    const auto rule = parse_metric_rule(row.text);
    ASSERT_TRUE(rule) << row.text << ": " << rule.error().message;
    EXPECT_EQ(rule->action, row.action) << row.text;
    EXPECT_EQ(rule->metric, row.metric) << row.text;
    EXPECT_EQ(rule->comparison, row.comparison) << row.text;
    EXPECT_EQ(rule->threshold, row.threshold) << row.text;
    EXPECT_EQ(rule->points, row.points) << row.text;
  }
  EXPECT_EQ(parse_metric_rule("  stop   when\tloss is not   finite ")->text,
            "stop when loss is not finite");
}

TEST(MetricRule, SaysWhatIsWrong) {
  const Bad rows[] = {{"", "metric_rule.no_comparison"},
                      {"eval/loss", "metric_rule.no_comparison"},
                      {"eval/loss == 3", "metric_rule.no_comparison"},
                      {"eval/loss => 3", "metric_rule.no_comparison"},
                      {"eval/loss is nan", "metric_rule.no_comparison"},
                      {"> 3", "metric_rule.no_metric"},
                      {"stop when > 3", "metric_rule.no_metric"},
                      {"stop eval/loss > 3", "metric_rule.action"},
                      {"warn when eval/loss > 3", "metric_rule.action"},
                      {"when eval/loss > 3", "metric_rule.action"},
                      {"eval/loss > three", "metric_rule.number"},
                      {"eval/loss >", "metric_rule.number"},
                      {"eval/loss > 3 for 20", "metric_rule.number"},
                      {"eval/loss > 3 > 2", "metric_rule.number"},
                      {"eval/loss <> 3", "metric_rule.number"},
                      {"eval/loss > inf", "metric_rule.number"},
                      {"eval/loss > 5 %", "metric_rule.number"},
                      {"eval/loss > 3 for 0 points", "metric_rule.points"},
                      {"eval/loss > 3 for 2.5 points", "metric_rule.points"},
                      {"eval/loss > 3 for many points", "metric_rule.points"},
                      {"eval/loss > 3 20 points", "metric_rule.points"}};
  for (const Bad& row : rows) {
    const auto rule = parse_metric_rule(row.text);
    ASSERT_FALSE(rule) << row.text;
    EXPECT_EQ(rule.error().code, row.code) << row.text;
    EXPECT_EQ(rule.error().message.find('{'), std::string::npos) << rule.error().message;
    EXPECT_NE(rule.error().message.find("logging.rules"), std::string::npos);
  }
  EXPECT_EQ(parse_metric_rule(std::string(400, 'x') + " > 3").error().code, "metric_rule.too_long");
}
