// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/controller/run_reader.h"

#include <algorithm>

namespace trainyard::controller {

// The attempts are read one after the other, each to its end.
Result<void> RunReader::read() {
  for (;;) {
    if (events_) {
      for (;;) {
        TRY(const auto events, events_->read());
        for (const Event& event : events) take(event);
        if (events.empty()) break;
      }
    }
    const std::vector<std::int64_t> attempts = list_attempts(folder_);
    const auto next = std::ranges::upper_bound(attempts, attempt_);
    if (next == attempts.end()) return {};
    begin(*next);
  }
}

void RunReader::begin(std::int64_t attempt) {
  attempt_ = attempt;
  events_.emplace(folder_.attempt(attempt) / "events.jsonl");
  job_.clear();
  end_.reset();
}

void RunReader::take(const Event& event) {
  if (const auto* header = std::get_if<HeaderEvent>(&event.body)) {
    job_ = header->job_id;
  } else if (const auto* start = std::get_if<StartEvent>(&event.body)) {
    curve_.erase(curve_.upper_bound(start->resume_step), curve_.end());
    counted_ = curve_.empty() ? 0 : curve_.rbegin()->first + 1;
  } else if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
    if (metrics->step) step_ = std::max(step_, *metrics->step);
    for (const auto& [name, value] : metrics->values) {
      known_.insert(name);
      if (name != metric_) continue;
      const std::int64_t step = metrics->step.value_or(counted_++);
      curve_[step] = value;
      new_points_.push_back({step, value});
    }
  } else if (const auto* end = std::get_if<EndEvent>(&event.body)) {
    end_ = *end;
  }
}

std::optional<double> RunReader::best(SearchDirection direction) const {
  std::vector<double> values;
  for (const auto& [step, value] : curve_) values.push_back(value);
  return search::best_value(values, direction);
}

}  // namespace trainyard::controller
