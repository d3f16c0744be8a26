// SPDX-License-Identifier: GPL-3.0-or-later
// The entries and rules of a tokenizer, with the indexes that encoding needs. Internal to
// engine/text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/decoder.h"
#include "engine/text/normalizer.h"
#include "engine/text/pair_map.h"
#include "engine/text/pair_template.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/split_stages.h"

namespace trainyard {

// Allows lookups by string_view in maps of strings.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using TokenIds = std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>>;

// An added token: found in the text before it is split into words. Names as in tokenizer.json.
struct AddedToken {
  std::string content;
  std::uint32_t id = 0;
  bool special = false;
  bool normalized = false;  // searched in normalized text, with its content normalized
  bool lstrip = false;      // includes the spaces before it
  bool rstrip = false;
  bool single_word = false;  // not inside a word
};

struct BpeMerge {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t result = 0;
};

enum class TokenModel : std::uint8_t {
  byte_level_bpe,  // words are bytes, spelled as letters
  character_bpe,   // words are characters; those that are not entries fall back to bytes, or are
                   // unknown
  word_piece,
  unigram
};

// For SentencePiece's tokenizers: a space is the letter "▁", and a text starts with one.
struct Metaspace {
  bool splits_at_white_space = false;  // which is dropped then
  Normalizer changes;                  // for text, or for each run without white space
  Normalizer changes_at_begin;         // for the run that starts the whole text
  bool is_begin_special = false;       // whether the two differ
};

struct Vocabulary {
  TokenModel model = TokenModel::byte_level_bpe;
  TokenIds ids;                   // the model's entries
  std::vector<BpeMerge> merges;   // by priority; without duplicates
  std::vector<AddedToken> added;  // with their own ids or that of an entry with the same content
  Normalizer normalizer;
  bool add_prefix_space = false;
  std::optional<Metaspace> metaspace;  // applied before `split`
  // The stages that split the text first; then `add_prefix_space` and `split` apply to each piece
  // separately.
  std::vector<SplitStage> stages;
  SplitPattern split = SplitPattern::gpt2;
  // A word that is an entry becomes that entry, regardless of merges.
  bool ignore_merges = false;
  std::vector<double> scores;  // for unigram, by id: log probabilities; as many as `ids`
  // The replacement for a character (BPE; unigram, where it is required) or a word (WordPiece) that
  // is not in the vocabulary; nothing: it is dropped.
  std::optional<std::uint32_t> unknown_id;
  // For character_bpe and unigram: bytes that are entries ("<0x41>") take precedence.
  bool byte_fallback = false;
  bool fuse_unknown = false;       // for character_bpe: consecutive unknown ones become one
  std::string continuing_prefix;   // for word_piece
  std::size_t longest_word = 100;  // for word_piece, in characters; longer ones are unknown
  Decoder decoder = {{.kind = DecoderStep::Kind::byte_level}};
  // What the post-processor adds around a text, and how it combines two.
  std::vector<std::uint32_t> before, after;
  PairTemplate pair = plain_pair();
  // One entry for each time that it removes the spaces around a token from its offsets: whether a
  // space was added before the text, which is kept.
  std::vector<bool> trims;
  // A text that is too long loses its beginning instead of its end (truncation_side).
  bool truncates_left = false;
  // Files as they were read (name, content), to be written unchanged.
  std::vector<std::pair<std::string, std::string>> source_files;

  // Filled by build_indexes().
  std::vector<std::optional<std::string>> tokens;  // by id, including added tokens
  std::size_t num_tokens = 0;
  std::size_t longest_entry = 0;              // in bytes
  std::array<std::uint32_t, 256> byte_ids{};  // no_token if there is none (character_bpe)
  // For character_bpe: no merge joins a "▁" to a preceding character, so each part that starts with
  // one can be merged separately.
  bool merges_stop_before_metaspace = false;
  PairMap merge_of_pair;  // (left, right) -> index into merges, which is the rank

  // Errors: a duplicate id or one beyond max_token_id, a byte without entry if each needs one. The
  // message does not name a file.
  Result<void> build_indexes();
};

// A token formatted for messages: in quotes, control characters escaped, shortened.
std::string quoted_token(std::string_view token);

// A vocabulary with larger ids is considered damaged (the table by id would not fit into memory).
inline constexpr std::uint32_t max_token_id = 16'777'215;
inline constexpr std::uint32_t no_token = 0xFFFFFFFF;

}  // namespace trainyard
