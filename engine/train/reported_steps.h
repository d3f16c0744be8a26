// SPDX-License-Identifier: GPL-3.0-or-later
// What of the metrics already stands in the attempt's events.jsonl. A checkpoint is published only
// after the metrics up to its step do: killed at any moment, a resumed run then repeats every point
// that is not in the file, and no point is missing.
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

  // Waits until a line with the metric `name` of step `step` or later is in the file, at most
  // `limit`; whether it is there. With a full disk the agent keeps lines in memory, so a caller
  // goes on all the same.
  bool wait_for(std::int64_t step, const std::string& name, std::chrono::milliseconds limit);

 private:
  void take(const MetricsEvent& metrics);

  EventFileReader file_;
  std::map<std::string, std::int64_t> newest_;
};

}  // namespace trainyard
