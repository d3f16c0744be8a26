// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a byte-level BPE as Hugging Face keeps them: tokenizer.json, or vocab.json and
// merges.txt. Inner to engine/text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// As Tokenizer::read; the vocabulary has its indexes.
Result<std::shared_ptr<const Vocabulary>> read_tokenizer(const std::filesystem::path& path);

// The model of a tokenizer.json, its content given as text; `file` only names it in errors.
Result<Vocabulary> parse_tokenizer_json(const std::string& text, const std::string& file);
// The older form.
struct VocabAndMerges {
  std::filesystem::path vocab_file;
  std::string vocab;
  std::filesystem::path merges_file;
  std::string merges;
};
Result<Vocabulary> parse_vocab_and_merges(const VocabAndMerges& content);

// The content of tokenizer.json, one line.
std::string tokenizer_json(const Vocabulary& vocabulary);
// As Tokenizer::digest.
std::string tokenizer_digest(const Vocabulary& vocabulary);
// As Tokenizer::write.
Result<void> write_tokenizer(const Vocabulary& vocabulary, const std::filesystem::path& folder,
                             std::optional<std::int64_t> model_max_length);

inline constexpr const char* end_of_text = "<|endoftext|>";

}  // namespace trainyard
