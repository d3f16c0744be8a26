// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be known of a tokenizer's ids once text has become tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace trainyard {

struct SpecialTokens {
  std::int64_t vocab_size = 0;                  // one above the highest id
  std::optional<std::int64_t> begin_of_text{};  // of timelines
  std::optional<std::int64_t> end_of_text{};    // <|endoftext|>
  std::optional<std::int64_t> mask{};           // [MASK]
  std::optional<std::int64_t> padding{};        // [PAD]
  std::vector<std::int64_t> around{};           // put around each text: [CLS], [SEP]
};

}  // namespace trainyard
