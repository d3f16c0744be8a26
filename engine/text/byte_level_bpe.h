// Byte-level byte pair encoding as GPT-2 uses it: the vocabulary, reading and writing it, text to
// ids and back. The ids are those of the `tokenizers` library's encode(text,
// add_special_tokens=False) and do not depend on the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

struct BpeVocabulary;

// Immutable and cheap to copy; may be used from several threads at once.
class ByteLevelBpe {
 public:
  // `path` is a folder (its tokenizer.json, else its vocab.json and merges.txt), or one of these
  // files. Truncation, padding and post-processing that the file may ask for are not applied. What
  // is damaged or not supported is an error that names the file and the reason, with exit code 2;
  // it never throws.
  static Result<ByteLevelBpe> read(const std::filesystem::path& path);
  // From a vocabulary that holds its rules (the header of BpeVocabulary).
  explicit ByteLevelBpe(std::shared_ptr<const BpeVocabulary> vocabulary);

  // Appends the ids of `text`, which must be valid UTF-8. Added tokens that stand in the text
  // (<|endoftext|>) get their own id; nothing is put before or after. For more than a few texts use
  // a BpeEncoder.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids) const;
  // Bytes that are not UTF-8 in the end become U+FFFD; ids that are not in the vocabulary are left
  // out.
  std::string decode(std::span<const std::uint32_t> ids) const;

  // Entries, added tokens included.
  std::size_t vocab_size() const;
  // One above the highest id: what an embedding table must at least have. Differs from vocab_size
  // when ids have gaps.
  std::size_t id_limit() const;
  // By the token as the files spell it (bytes as letters, "Ġthe"), added tokens too.
  std::optional<std::uint32_t> token_id(std::string_view token) const;
  std::optional<std::string> token(std::uint32_t id) const;
  std::optional<std::uint32_t> end_of_text_id() const;  // of "<|endoftext|>"

  // The content of tokenizer.json: one that was read is given back byte by byte. Also the key for
  // caches.
  std::string json() const;
  // Writes tokenizer.json, tokenizer_config.json, special_tokens_map.json, vocab.json and
  // merges.txt, which Hugging Face's AutoTokenizer loads, into a folder that is there; each whole
  // and fsynced.
  // `model_max_length` is the longest sequence in tokens, if known. Files that were read beside
  // tokenizer.json are kept as they were.
  Result<void> write(const std::filesystem::path& folder,
                     std::optional<std::int64_t> model_max_length = std::nullopt) const;

  const BpeVocabulary& vocabulary() const { return *vocabulary_; }

 private:
  friend class BpeEncoder;
  std::shared_ptr<const BpeVocabulary> vocabulary_;
};

// Encodes many texts fast by remembering words, about `cache_bytes` of them at most (more than 100
// MB do not help). One per thread.
class BpeEncoder {
 public:
  explicit BpeEncoder(const ByteLevelBpe& bpe, std::size_t cache_bytes = std::size_t{100} << 20);
  ~BpeEncoder();
  BpeEncoder(BpeEncoder&&) noexcept;
  BpeEncoder& operator=(BpeEncoder&&) noexcept;

  // As ByteLevelBpe::encode.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
