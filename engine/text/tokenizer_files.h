// SPDX-License-Identifier: GPL-3.0-or-later
// The Hugging Face files of a byte-level BPE: tokenizer.json, or vocab.json and merges.txt.
// Internal to engine/text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// Like Tokenizer::read; the vocabulary has its indexes.
Result<std::shared_ptr<const Vocabulary>> read_tokenizer(const std::filesystem::path& path);

// Parses the model of a tokenizer.json from its content; `file` only names it in errors.
Result<Vocabulary> parse_tokenizer_json(const std::string& text, const std::string& file);
// The older format.
struct VocabAndMerges {
  std::filesystem::path vocab_file;
  std::string vocab;
  std::filesystem::path merges_file;
  std::string merges;
};
Result<Vocabulary> parse_vocab_and_merges(const VocabAndMerges& content);

// The content of tokenizer.json, on one line.
std::string tokenizer_json(const Vocabulary& vocabulary);
// Like Tokenizer::digest.
std::string tokenizer_digest(const Vocabulary& vocabulary);
// Like Tokenizer::write.
Result<void> write_tokenizer(const Vocabulary& vocabulary, const std::filesystem::path& folder,
                             std::optional<std::int64_t> model_max_length);

inline constexpr const char* end_of_text = "<|endoftext|>";

}  // namespace trainyard
