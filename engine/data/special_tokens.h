// SPDX-License-Identifier: GPL-3.0-or-later
// What must be known about a tokenizer's ids once text has been encoded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/describe/field.h"

namespace trainyard {

struct SpecialTokens {
  std::int64_t vocab_size = 0;                  // one above the highest id
  std::optional<std::int64_t> begin_of_text{};  // for timelines
  std::optional<std::int64_t> end_of_text{};    // <|endoftext|>
  std::optional<std::int64_t> mask{};           // [MASK]
  std::optional<std::int64_t> padding{};        // [PAD]
  std::vector<std::int64_t> around{};           // added around each text: [CLS], [SEP]

  // What rows are padded with.
  std::int64_t padding_id() const { return padding.value_or(end_of_text.value_or(0)); }
};

// As prepared.json writes them, the ids as NAME_id.
void describe(Section<SpecialTokens>& section);

}  // namespace trainyard
