// SPDX-License-Identifier: GPL-3.0-or-later
// What a tracker's files say, in the words of the program that logged it: names are as they were
// given to wandb.log, add_scalar and their like.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/run/events.h"
#include "engine/contract/value.h"

namespace trainyard {

// What was logged besides numbers.
struct TrackedSample {
  std::string key;
  SampleKind kind = SampleKind::text;
  std::string content;  // as in SampleEvent, but of an image its bytes
  // Set: the content lies in this file, a path below `files` in the folder of W&B's run. Of a
  // table, it is what wandb_table reads.
  std::string file;
  std::string caption;
  bool is_cut = false;
};

// What was logged together.
struct TrackedPoint {
  std::optional<double> time;  // Unix seconds
  std::optional<std::int64_t> step;
  std::optional<double> epoch;
  MetricValues values;
  std::vector<TrackedSample> samples;

  bool is_empty() const { return values.empty() && samples.empty(); }
};

// What is known of the run beside its curves.
struct TrackedRun {
  // More settings, or tags, than these are left out.
  static constexpr std::size_t max_entries = 2000;

  std::string id, name, project, group, notes;
  std::vector<std::string> tags;
  Map config;                     // by dotted keys
  Map summary;                    // likewise
  std::optional<double> started;  // Unix seconds
  std::optional<std::int64_t> exit_code;
};

}  // namespace trainyard
