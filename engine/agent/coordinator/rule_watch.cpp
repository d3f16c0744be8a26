// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/rule_watch.h"

#include "engine/contract/messages.h"

namespace trainyard::agent {

Error fact_of(const FiredRule& fired) {
  Map arguments{{"metric", fired.rule->metric}, {"value", fired.value}, {"rule", fired.rule->text}};
  if (!fired.step) return make_error("rule.fired", std::move(arguments));
  arguments.emplace_back("step", *fired.step);
  return make_error("rule.fired_at", std::move(arguments));
}

RuleWatch::RuleWatch(std::vector<MetricRule> rules, const std::set<std::string>& fired) {
  for (MetricRule& rule : rules) {
    const bool has_fired = fired.contains(rule.text);
    watched_.push_back({.rule = std::move(rule), .has_fired = has_fired});
  }
}

bool RuleWatch::acts(Watched& watched, double value, std::optional<std::int64_t> step) {
  const bool is_same = step && step == watched.step;
  const bool begins_again = step && watched.first_step && *step <= *watched.first_step;
  if (step && watched.step && *step < *watched.step && !begins_again) return false;
  if (!is_same) {
    watched.before = watched.holds ? watched.before + 1 : 0;
    watched.holds = false;
  }
  watched.step = step;
  if (!watched.first_step) watched.first_step = step;
  watched.holds = watched.holds || watched.rule.holds(value);
  return watched.holds && watched.before + 1 >= watched.rule.points;
}

std::vector<FiredRule> RuleWatch::see(const MetricsEvent& metrics) {
  std::vector<FiredRule> fired;
  for (Watched& watched : watched_)
    for (const auto& [name, value] : metrics.values)
      if (!watched.has_fired && name == watched.rule.metric && acts(watched, value, metrics.step)) {
        watched.has_fired = true;
        fired.push_back({&watched.rule, value, metrics.step});
      }
  return fired;
}

}  // namespace trainyard::agent
