// SPDX-License-Identifier: GPL-3.0-or-later
// What `engine inspect --json` prints; resources/help/formats.md describes it.
#pragma once

#include <vector>

#include "engine/contract/value.h"
#include "engine/inspect/data_sample.h"
#include "engine/inspect/inspected_data.h"
#include "engine/inspect/split_counts.h"

namespace trainyard {

inline constexpr std::int64_t kInspectFormat = 1;

struct Inspection {
  const InspectedData& data;
  bool is_counted = true;
  std::vector<SplitCounts> splits;
  std::vector<DataSample> samples;
};

Map inspection_json(const Inspection& inspection);

}  // namespace trainyard
