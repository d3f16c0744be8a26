// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside tokenizer.json and changes it: tokenizer_config.json, special_tokens_map.json
// and added_tokens.json, as transformers 5 applies them. Inner to engine/text.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

struct TokenizerSettings {
  Map config;                                // of tokenizer_config.json
  std::optional<Map> special_tokens, added;  // the older files, where they are there
};

// Added and special tokens are added or changed; BERT's normalizer and GPT-2's first space are
// those of the settings where these name the class. `document`: of tokenizer.json. Error: settings
// that contradict it in what is built otherwise then (Llama's first space).
Result<void> apply_settings(const TokenizerSettings& settings, const Map& document,
                            const std::string& file, Vocabulary& vocabulary);

}  // namespace trainyard
