// SPDX-License-Identifier: GPL-3.0-or-later
// `engine inspect`: shows the data as training sees it, before training.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/inspect/inspect_text.h"
#include "engine/inspect/inspected_data.h"

namespace trainyard {

struct InspectArguments {
  InspectRequest request;
  std::string split = "train";  // for samples
  std::int64_t samples = 5;
  std::int64_t from = 0;                // index of the first sample
  std::optional<std::uint64_t> random;  // a seed: samples are in the order of its first epoch
  std::int64_t max_tokens = INT64_MAX;  // per sample
  bool counts = true;                   // false: only the number of examples
  bool with_ids = false;                // for text: also each token with its id
  bool json = false;
  bool with_progress = false;   // for JSON: a line for each step of the preparation
  std::optional<Marks> text{};  // for JSON: adds the text output as the member `text`
};

// Counts and samples on stdout: as text, or as one JSON object (an Inspection), which in the case
// of an error has `error` instead.
Result<ExitCode> inspect_command(const InspectArguments& arguments);

}  // namespace trainyard
