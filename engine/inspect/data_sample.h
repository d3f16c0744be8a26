// SPDX-License-Identifier: GPL-3.0-or-later
// One example of the data as a person may read it: its tokens, what is learned of them, its label.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/inspect/inspected_data.h"

namespace trainyard {

struct SampleToken {
  std::int64_t id = 0;  // what the model sees
  std::string text;
  bool is_learned = false;
  // Of masked language modelling: the token that is hidden here.
  std::optional<std::int64_t> hidden_id{};
  std::string hidden_text{};
  // The document of a pack or a window that it belongs to, from 0; where there are several.
  std::optional<std::int64_t> document{};
  std::string label{};  // of the word that begins here
};

struct DataSample {
  std::string split;
  std::int64_t index = 0;
  std::int64_t length = 0;  // in tokens; `tokens` may be fewer
  Value label;              // a name, a list of names or a number; null where there is none
  std::vector<SampleToken> tokens;
};

// The example of this index with its first `most_tokens` tokens.
Result<DataSample> make_sample(const InspectedData& data, const InspectedSplit& split,
                               std::int64_t index, std::int64_t most_tokens);

// Names of the labels in MicroBatch::row_labels of one row, or the number.
Value row_label(const PreparedData& data, const std::vector<double>& labels);

}  // namespace trainyard
