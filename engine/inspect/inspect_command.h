// SPDX-License-Identifier: GPL-3.0-or-later
// `engine inspect`: the data as training sees it, before anything is trained.
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
  std::string split = "train";  // of the samples
  std::int64_t samples = 5;
  std::int64_t from = 0;                 // the first of them
  std::optional<std::uint64_t> random;   // a seed: in the order of its first epoch
  std::int64_t most_tokens = INT64_MAX;  // of a sample
  bool counts = true;                    // else only how many examples there are
  bool with_ids = false;                 // of the text: also each token with its number
  bool json = false;
  bool with_progress = false;   // of JSON: a line for each step before
  std::optional<Marks> text{};  // of JSON: what a person would see, as its member `text`
};

// Counts and samples on stdout: as text, or as one JSON object (inspect_json.h), which in the case
// of an error has `error` instead.
Result<ExitCode> inspect_command(const InspectArguments& arguments);

}  // namespace trainyard
