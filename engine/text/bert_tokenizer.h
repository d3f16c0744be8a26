// SPDX-License-Identifier: GPL-3.0-or-later
// BERT's tokenizer: the tokenizer.json that transformers creates from its vocab.txt. Internal to
// engine/text.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

inline constexpr const char* bert_unknown = "[UNK]";
inline constexpr const char* bert_separator = "[SEP]";
inline constexpr const char* bert_padding = "[PAD]";
inline constexpr const char* bert_begin = "[CLS]";
inline constexpr const char* bert_mask = "[MASK]";

// `entries` are by id. `config` is the tokenizer_config.json next to it (do_lower_case,
// strip_accents, tokenize_chinese_chars), empty if there is none.
std::string bert_tokenizer_json(const std::vector<std::string>& entries, const Map& config);

// The tokenizer_config.json for a vocab.txt without one: `config` and the special tokens.
std::string bert_tokenizer_config(const Map& config);

// The vocabulary of bert_tokenizer_json, which is its source file; without indexes. `file` only
// names it in errors.
Result<Vocabulary> bert_vocabulary(const std::vector<std::string>& entries, const Map& config,
                                   const std::string& file);

}  // namespace trainyard
