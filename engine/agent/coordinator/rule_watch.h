// SPDX-License-Identifier: GPL-3.0-or-later
// Which rules of `logging.rules` act at which point of a run's curves. Pure: an attempt's points go
// in, in the order in which they are reported.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/run/events.h"
#include "engine/contract/metric_rule.h"

namespace trainyard::agent {

struct FiredRule {
  const MetricRule* rule = nullptr;  // of the watch
  double value = 0;                  // the last of its row
  std::optional<std::int64_t> step;
};

// "rule.fired_at", or "rule.fired" of a point without a step.
Error fact_of(const FiredRule& fired);

// A rule acts when its metric has had as many points in a row as it asks for. Points of other
// metrics do not matter, and neither do the steps between points. All values of one step are one
// point, which counts if any of them does: several ranks may report the same. A value of an earlier
// step is a late one of a point that is over and counts for nothing, unless the steps have begun
// again at the first. Each attempt begins its rows anew; a rule that has acted in an attempt before
// does not act again.
class RuleWatch {
 public:
  // `fired`: the texts of those that have acted.
  RuleWatch(std::vector<MetricRule> rules, const std::set<std::string>& fired);
  RuleWatch(const RuleWatch&) = delete;
  RuleWatch& operator=(const RuleWatch&) = delete;

  // Those that act at these values, in the order of the document.
  std::vector<FiredRule> see(const MetricsEvent& metrics);

 private:
  struct Watched {
    MetricRule rule;
    bool has_fired = false;
    std::optional<std::int64_t> first_step, step;  // of its points; the newest
    bool holds = false;                            // at the newest point
    std::int64_t before = 0;                       // points in a row up to the one before
  };
  // Whether the rule acts at this value.
  static bool acts(Watched& watched, double value, std::optional<std::int64_t> step);

  std::vector<Watched> watched_;
};

}  // namespace trainyard::agent
