// SPDX-License-Identifier: GPL-3.0-or-later
// A tokenizer as Hugging Face's files describe it: reading and writing it, text to ids and back.
// The stages of tokenizer.json follow each other: added tokens, normalizer, pre-tokenizer, model
// (BPE, WordPiece or Unigram), post-processor; decoder. The ids are those of the `tokenizers`
// library and do not depend on the host.
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
#include "engine/text/pair_template.h"

namespace trainyard {

struct Vocabulary;

// Immutable and cheap to copy; may be used from several threads at once.
class Tokenizer {
 public:
  // `path` is a folder (its tokenizer.json, else its vocab.json and merges.txt, else its
  // vocab.txt), or one of these files. Truncation and padding that the file may ask for are not
  // applied. What is damaged or not supported is an error that names the file and the reason, with
  // exit code 2; it never throws.
  static Result<Tokenizer> read(const std::filesystem::path& path);
  // From a vocabulary that holds its rules (the header of Vocabulary).
  explicit Tokenizer(std::shared_ptr<const Vocabulary> vocabulary);

  // Appends the ids of `text`, which must be valid UTF-8. Added tokens that stand in the text
  // (<|endoftext|>) get their own id; nothing is put before or after, as with
  // add_special_tokens=False. For more than a few texts use a TextEncoder.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids) const;
  // Special tokens too. Bytes that are not UTF-8 in the end become U+FFFD; ids that are not in the
  // vocabulary are left out.
  std::string decode(std::span<const std::uint32_t> ids) const;

  // Entries, added tokens included.
  std::size_t vocab_size() const;
  // One above the highest id: what an embedding table must at least have. Differs from vocab_size
  // when ids have gaps.
  std::size_t id_limit() const;
  // By the token as the files spell it (bytes as letters, "Ġthe"), added tokens too.
  std::optional<std::uint32_t> token_id(std::string_view token) const;
  std::optional<std::string> token(std::uint32_t id) const;
  // By what they are called in most vocabularies; nothing where none is there.
  std::optional<std::uint32_t> end_of_text_id() const;  // "<|endoftext|>"
  std::optional<std::uint32_t> mask_id() const;         // "[MASK]" or "<mask>"
  std::optional<std::uint32_t> padding_id() const;      // "[PAD]" or "<pad>"
  // What the post-processor puts around a text ([CLS] and [SEP]); mostly nothing.
  std::span<const std::uint32_t> ids_before() const;
  std::span<const std::uint32_t> ids_after() const;
  // What it makes of two texts.
  const PairTemplate& pair_template() const;

  // As transformers' run_ner loads it for texts that come as words: GPT-2's and those like it
  // (bytes as letters, cut by GPT-2's expression) put a space before each text
  // (add_prefix_space=True), all others stay as they are.
  Tokenizer for_words() const;

  // The content of tokenizer.json: one that was read is given back byte by byte.
  std::string json() const;
  // Tells everything that write() writes from any other, for the keys of caches: settings, special
  // and added tokens and chat templates beside tokenizer.json, too.
  std::string digest() const;
  // Writes tokenizer.json, tokenizer_config.json, special_tokens_map.json, vocab.json and
  // merges.txt, which Hugging Face's AutoTokenizer loads, into a folder that is there; each whole
  // and fsynced.
  // `model_max_length` is the longest sequence in tokens, if known. Files that were read beside
  // tokenizer.json are kept as they were.
  Result<void> write(const std::filesystem::path& folder,
                     std::optional<std::int64_t> model_max_length = std::nullopt) const;

  const Vocabulary& vocabulary() const { return *vocabulary_; }

 private:
  friend class OffsetEncoder;
  friend class TextEncoder;
  std::shared_ptr<const Vocabulary> vocabulary_;
};

// Encodes many texts fast by remembering words, about `cache_bytes` of them at most (more than 100
// MB do not help). One per thread.
class TextEncoder {
 public:
  explicit TextEncoder(const Tokenizer& tokenizer,
                       std::size_t cache_bytes = std::size_t{100} << 20);
  ~TextEncoder();
  TextEncoder(TextEncoder&&) noexcept;
  TextEncoder& operator=(TextEncoder&&) noexcept;

  // As Tokenizer::encode.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids);
  // With what the post-processor puts around it, as with add_special_tokens=True.
  void encode_whole(std::string_view text, std::vector<std::uint32_t>& ids);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
