// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that a program tells in several ways is one curve: what it sends by itself counts more
// than what its trackers write, and that more than what it prints.
#pragma once

#include <map>
#include <string>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

class CurvePrecedence {
 public:
  // Notes the source in an event of metrics, and removes the values of an event whose names a
  // source that counts more has told. False: there were values, and none is left.
  bool admit(Event& event, PointSource source) {
    auto* metrics = std::get_if<MetricsEvent>(&event.body);
    if (!metrics) return true;
    metrics->source = source;
    if (metrics->values.empty()) return true;
    std::erase_if(metrics->values, [&](const auto& value) {
      const auto known = sources_.find(value.first);
      if (known != sources_.end()) {
        if (known->second > source) return true;
        known->second = source;
      } else if (sources_.size() < max_names) {
        sources_.emplace(value.first, source);
      }
      return false;
    });
    return !metrics->values.empty();
  }

 private:
  static constexpr std::size_t max_names = 20000;
  std::map<std::string, PointSource> sources_;  // by name
};

}  // namespace trainyard::agent
