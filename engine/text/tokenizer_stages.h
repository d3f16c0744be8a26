// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of a tokenizer.json around its model, parsed from JSON. Anything unsupported is an
// error that names the stage's type. Internal to engine/text.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/tokenizer_entries.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// The "type" of a stage or model; empty if it has none.
std::string stage_type(const Map& stage);

Error unsupported_stage(const std::string& file, const char* code, const Map& stage);

// The member `key`; empty if it is not a text.
std::string stage_text(const Map& map, const char* key);

// {"String": "..."}; nothing for a regular expression.
std::optional<std::string> plain_pattern(const Map& stage);

// Calls `take` for each stage in the list `key`.
template <typename Take>
Result<void> each_stage(const Map& sequence, const char* key, const std::string& file,
                        const Take& take) {
  for (const Value& entry : get<List>(sequence, key)) {
    const Map* stage = entry.get_if<Map>();
    if (stage == nullptr) return damaged_tokenizer(file, "tokenizer.key_no_object", {{"key", key}});
    TRY(take(*stage));
  }
  return {};
}

// The member `key`; `absent` if it is missing or null.
Result<bool> read_flag(const Map& map, const std::string& key, bool absent,
                       const std::string& file);

Result<void> read_normalizer(const Map& stage, const std::string& file, Normalizer& normalizer);

// Sets how text is split, and whether words are spelled as bytes. Null: text is not split.
Result<void> read_pre_tokenizer(const Map* stage, const std::string& file, Vocabulary& vocabulary);

// Sets what is added before and after a single text.
Result<void> read_post_processor(const Map& stage, const std::string& file, Vocabulary& vocabulary);

Result<void> read_decoder(const Map& stage, const std::string& file, Decoder& decoder);

}  // namespace trainyard
