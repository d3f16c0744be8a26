// SPDX-License-Identifier: GPL-3.0-or-later
// What a split holds, counted over all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"
#include "engine/inspect/inspected_data.h"

namespace trainyard {

// Of examples, in tokens. Bin i of the histogram holds lengths from edges[i] on and below
// edges[i + 1].
struct LengthCounts {
  std::vector<std::int64_t> edges, counts;
  std::int64_t minimum = 0, maximum = 0;
  double median = 0, p95 = 0;  // as numpy.percentile interpolates
};

struct SplitCounts {
  std::string name;
  std::int64_t examples = 0, tokens = 0;
  // What a first epoch counts in its loss; 0 where the label of the whole is learned.
  std::int64_t learned_tokens = 0;
  // Of the places of a first epoch's micro-batches on one process, and of the tokens before:
  // padding's share, from 0 to 1.
  double padding = 0;
  LengthCounts lengths;
  std::vector<std::pair<std::string, std::int64_t>> labels;  // in the order of the class indices
};

// Memory: one number for each length that there is, and some rows a thread. Uses all cores. Errors:
// those of reading; "inspect.stopped".
Result<SplitCounts> count_split(const InspectedData& data, const InspectedSplit& split,
                                const PrepareProgress& progress);

// From how many examples have each length, ascending.
LengthCounts length_counts(const std::vector<std::pair<std::int64_t, std::int64_t>>& lengths);

}  // namespace trainyard
