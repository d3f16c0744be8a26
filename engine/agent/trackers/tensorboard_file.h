// SPDX-License-Identifier: GPL-3.0-or-later
// The run's curves as an event file of TensorBoard, in the run folder: one file an attempt.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/agent/job/attempt.h"
#include "engine/agent/trackers/written_file.h"

namespace trainyard::agent {

class TensorboardFile final : public WrittenFile {
 public:
  explicit TensorboardFile(const Attempt& attempt) : attempt_(attempt) {}

  void start(const StartEvent& start) override;
  Result<void> take(const MetricsEvent& metrics, double time) override;
  Result<void> flush() override { return file_.flush(); }
  Result<void> finish(const EndEvent&) override { return flush(); }

 private:
  const Attempt attempt_;
  AppendedFile file_;
  std::optional<std::int64_t> resume_step_;                      // not in the file yet
  std::map<std::string, std::int64_t, std::less<>> num_points_;  // without a step
};

}  // namespace trainyard::agent
