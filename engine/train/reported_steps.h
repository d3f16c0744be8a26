// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks which metrics are already in the attempt's events.jsonl. A checkpoint is published only
// after the metrics up to its step are: if the run is killed at any moment, a resumed run repeats
// every point that is not in the file, and no point is missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "engine/contract/run/event_file.h"

namespace trainyard {

class ReportedSteps {
 public:
  explicit ReportedSteps(const std::filesystem::path& events) : file_(events) {}

  // Waits at most `limit` until a line with the metric `name` of step `step` or later is in the
  // file, and returns whether it is. If the disk is full, the agent keeps lines in memory, so
  // callers continue in any case.
  bool wait_for(std::int64_t step, const std::string& name, std::chrono::milliseconds limit);

 private:
  void take(const MetricsEvent& metrics);

  EventFileReader file_;
  std::map<std::string, std::int64_t> newest_;
};

}  // namespace trainyard
