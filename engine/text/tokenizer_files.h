// The files of a byte-level BPE as Hugging Face keeps them: tokenizer.json, or vocab.json and
// merges.txt. Inner to engine/text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/text/bpe_vocabulary.h"

namespace trainyard {

// As ByteLevelBpe::read; the vocabulary has its indexes.
Result<std::shared_ptr<const BpeVocabulary>> read_tokenizer(const std::filesystem::path& path);

// The model of a tokenizer.json, its content given as text; `file` only names it in errors.
Result<BpeVocabulary> parse_tokenizer_json(const std::string& text, const std::string& file);
// The older form.
struct VocabAndMerges {
  std::filesystem::path vocab_file;
  std::string vocab;
  std::filesystem::path merges_file;
  std::string merges;
};
Result<BpeVocabulary> parse_vocab_and_merges(const VocabAndMerges& content);

// The content of tokenizer.json, one line.
std::string tokenizer_json(const BpeVocabulary& vocabulary);
// As ByteLevelBpe::write.
Result<void> write_tokenizer(const BpeVocabulary& vocabulary, const std::filesystem::path& folder,
                             std::optional<std::int64_t> model_max_length);

inline constexpr const char* end_of_text = "<|endoftext|>";

}  // namespace trainyard
