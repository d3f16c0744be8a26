// SPDX-License-Identifier: GPL-3.0-or-later
// The latest value of every metric, for Prometheus.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

class LatestValues {
 public:
  void take(const Event& event);  // any thread
  // Text format 0.0.4.
  std::string prometheus_text(const std::string& run, std::int64_t attempt) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, double> metrics_;
  std::int64_t step_ = 0;
  std::map<std::string, SystemEvent> systems_;  // by node
};

}  // namespace trainyard::agent
