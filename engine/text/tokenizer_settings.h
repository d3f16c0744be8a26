// SPDX-License-Identifier: GPL-3.0-or-later
// The files next to tokenizer.json that modify it: tokenizer_config.json, special_tokens_map.json
// and added_tokens.json, applied as in transformers 5. Internal to engine/text.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

struct TokenizerSettings {
  Map config;                                // tokenizer_config.json
  std::optional<Map> special_tokens, added;  // the older files, if they exist
};

// Adds or changes added and special tokens; BERT's normalizer and GPT-2's leading space follow the
// settings if these name the class. `document` is tokenizer.json. Error: settings that contradict
// it such that transformers would build a different tokenizer (Llama's leading space).
Result<void> apply_settings(const TokenizerSettings& settings, const Map& document,
                            const std::string& file, Vocabulary& vocabulary);

}  // namespace trainyard
