// SPDX-License-Identifier: GPL-3.0-or-later
// A tokenizer defined by Hugging Face's files: reads and writes it, encodes and decodes text. The
// stages of tokenizer.json are applied in order: added tokens, normalizer, pre-tokenizer, model
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

// Immutable and cheap to copy; can be used from several threads at once.
class Tokenizer {
 public:
  // `path` is a folder (its tokenizer.json, else its vocab.json and merges.txt, else its
  // vocab.txt), or one of these files. Truncation and padding in the file are not applied. Damaged
  // or unsupported content is an error that names the file and the reason, with exit code 2; never
  // throws.
  static Result<Tokenizer> read(const std::filesystem::path& path);
  // From a vocabulary that satisfies its invariants (see Vocabulary).
  explicit Tokenizer(std::shared_ptr<const Vocabulary> vocabulary);

  // Appends the ids of `text`, which must be valid UTF-8. Added tokens that occur in the text
  // (<|endoftext|>) get their own id; nothing is added before or after, as with
  // add_special_tokens=False. For more than a few texts use a TextEncoder.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids) const;
  // Includes special tokens. Bytes that are not UTF-8 in the result become U+FFFD; ids that are not
  // in the vocabulary are skipped.
  std::string decode(std::span<const std::uint32_t> ids) const;

  // The number of entries, including added tokens.
  std::size_t vocab_size() const;
  // One above the highest id: the minimum size of an embedding table. Differs from vocab_size if
  // ids have gaps.
  std::size_t id_limit() const;
  // By the token as spelled in the files (bytes as letters, "Ġthe"), including added tokens.
  std::optional<std::uint32_t> token_id(std::string_view token) const;
  std::optional<std::string> token(std::uint32_t id) const;
  // By their usual names; nothing if there is no such token.
  std::optional<std::uint32_t> end_of_text_id() const;  // "<|endoftext|>"
  std::optional<std::uint32_t> mask_id() const;         // "[MASK]" or "<mask>"
  std::optional<std::uint32_t> padding_id() const;      // "[PAD]" or "<pad>"
  // What the post-processor adds around a text ([CLS] and [SEP]); usually nothing.
  std::span<const std::uint32_t> ids_before() const;
  std::span<const std::uint32_t> ids_after() const;
  // How it combines two texts.
  const PairTemplate& pair_template() const;
  // Whether a text that is too long loses its beginning instead of its end.
  bool truncates_left() const;

  // The tokenizer as loaded by transformers' run_ner for texts that are given as words: GPT-2's and
  // similar ones (bytes as letters, split with GPT-2's expression) add a space before each text
  // (add_prefix_space=True), all others are unchanged.
  Tokenizer for_words() const;

  // The content of tokenizer.json; if it was read from a file, it is returned byte for byte.
  std::string json() const;
  // Identifies everything that write() writes, for cache keys: also settings, special and added
  // tokens and chat templates next to tokenizer.json.
  std::string digest() const;
  // Writes tokenizer.json, tokenizer_config.json, special_tokens_map.json, vocab.json and
  // merges.txt, which Hugging Face's AutoTokenizer can load, into an existing folder; each
  // atomically with fsync. `model_max_length` is the longest sequence in tokens, if known. Other
  // files that were read with tokenizer.json are written unchanged.
  Result<void> write(const std::filesystem::path& folder,
                     std::optional<std::int64_t> model_max_length = std::nullopt) const;

  const Vocabulary& vocabulary() const { return *vocabulary_; }

 private:
  friend class OffsetEncoder;
  friend class TextEncoder;
  std::shared_ptr<const Vocabulary> vocabulary_;
};

// Encodes many texts quickly by caching words, in at most about `cache_bytes` (more than 100 MB do
// not help). One per thread.
class TextEncoder {
 public:
  explicit TextEncoder(const Tokenizer& tokenizer,
                       std::size_t cache_bytes = std::size_t{100} << 20);
  ~TextEncoder();
  TextEncoder(TextEncoder&&) noexcept;
  TextEncoder& operator=(TextEncoder&&) noexcept;

  // As Tokenizer::encode.
  void encode(std::string_view text, std::vector<std::uint32_t>& ids);
  // Including what the post-processor adds, as with add_special_tokens=True.
  void encode_whole(std::string_view text, std::vector<std::uint32_t>& ids);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trainyard
