// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/reported_steps.h"

#include <algorithm>
#include <thread>

namespace trainyard {

void ReportedSteps::take(const MetricsEvent& metrics) {
  for (const auto& [name, value] : metrics.values) {
    std::int64_t& newest = newest_.try_emplace(name, -1).first->second;
    newest = std::max(newest, metrics.step.value_or(-1));
  }
}

bool ReportedSteps::wait_for(std::int64_t step, const std::string& name,
                             std::chrono::milliseconds limit) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (true) {
    if (const auto events = file_.read())
      for (const Event& event : *events)
        if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) take(*metrics);
    const auto newest = newest_.find(name);
    if (newest != newest_.end() && newest->second >= step) return true;
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace trainyard
