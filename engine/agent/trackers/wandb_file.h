// SPDX-License-Identifier: GPL-3.0-or-later
// The run as an offline run of W&B, in the run folder: each attempt writes a file of the same ID,
// and `wandb sync` makes one run of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/agent/job/attempt.h"
#include "engine/agent/trackers/written_file.h"
#include "engine/trackers/wandb_run_writer.h"

namespace trainyard::agent {

// A step is one row, so values wait for others of their step: sources of a run that lie behind each
// other, as the files of two writers, are read within seconds. The newest step waits for a newer
// one, or the end.
class WandbFile final : public WrittenFile {
 public:
  explicit WandbFile(const Attempt& attempt);

  void start(const StartEvent&) override {}
  Result<void> take(const MetricsEvent& metrics, double time) override;
  Result<void> flush() override;
  Result<void> finish(const EndEvent& end) override;

 private:
  struct Row {
    MetricValues values;
    double time = 0;
    std::chrono::steady_clock::time_point begun;
  };
  struct Last {
    std::int64_t step = 0;
    double value = 0;
    std::int64_t without_step = 0;  // points so far
  };

  Result<void> open();
  Result<void> write_rows(bool all);

  const Attempt attempt_;
  const double began_;
  AppendedFile file_;
  WandbRunWriter writer_;
  std::map<std::int64_t, Row> rows_;
  std::map<std::string, Last, std::less<>> last_;
};

}  // namespace trainyard::agent
