// SPDX-License-Identifier: GPL-3.0-or-later
// What is done when a metric crosses a threshold, as `logging.rules` has it:
// "stop when eval/loss > 3 for 20 points".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

struct MetricRule {
  enum class Action : std::uint8_t { notify, stop };
  enum class Comparison : std::uint8_t { above, at_least, below, at_most, not_finite };

  std::string text;  // with single spaces; the same rule is the same text
  Action action = Action::notify;
  std::string metric;  // its name, as it is reported
  Comparison comparison = Comparison::above;
  double threshold = 0;     // not of not_finite
  std::int64_t points = 1;  // of the metric in a row that have to fulfil it

  // NaN is neither above nor below anything; an infinite value is.
  bool holds(double value) const;
};

// "[notify when|stop when] METRIC (>|>=|<|<=) NUMBER [for N points]", or "METRIC is not finite"
// instead of the comparison; without an action it notifies. Errors: "metric_rule.no_comparison",
// "metric_rule.no_metric", "metric_rule.action", "metric_rule.number", "metric_rule.points",
// "metric_rule.too_long"; each names the rule and what to write.
Result<MetricRule> parse_metric_rule(std::string_view text);

}  // namespace trainyard
