// SPDX-License-Identifier: GPL-3.0-or-later
// The entries and rules of one tokenizer, with the indexes that encoding needs. Inner to
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

// Lets maps of strings be asked with a view.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using TokenIds = std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>>;

// An added token: found in the text before it is cut into words. Names as in tokenizer.json.
struct AddedToken {
  std::string content;
  std::uint32_t id = 0;
  bool special = false;
  bool normalized = false;  // looked for in what the normalizer made of the text, as is `content`
  bool lstrip = false;      // takes the spaces before it with it
  bool rstrip = false;
  bool single_word = false;  // not inside of a word
};

struct BpeMerge {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t result = 0;
};

enum class TokenModel : std::uint8_t {
  byte_level_bpe,  // words are bytes, spelled as letters
  character_bpe,   // words are characters; what is no entry falls back to its bytes, or is unknown
  word_piece,
  unigram
};

// Of SentencePiece's tokenizers: a space is the letter "▁", and a text begins with one.
struct Metaspace {
  bool splits_at_white_space = false;  // which is left out then
  Normalizer changes;                  // of text, or of each run without white space
  Normalizer changes_at_begin;         // of the one that begins the whole text
  bool is_begin_special = false;       // whether these differ
};

struct Vocabulary {
  TokenModel model = TokenModel::byte_level_bpe;
  TokenIds ids;                   // the model's entries
  std::vector<BpeMerge> merges;   // the first is done first; a pair stands once
  std::vector<AddedToken> added;  // ids of their own or of an entry with the same content
  Normalizer normalizer;
  bool add_prefix_space = false;
  std::optional<Metaspace> metaspace;  // done before `split`
  // What cuts the text first; then `add_prefix_space` and `split` are for each piece by itself.
  std::vector<SplitStage> stages;
  SplitPattern split = SplitPattern::gpt2;
  // A word that is an entry is that entry, whatever the merges make of it.
  bool ignore_merges = false;
  std::vector<double> scores;  // of unigram, by id: log probabilities; as many as `ids`
  // What stands for a character (BPE, unigram, which needs it) or a word (WordPiece) that is not in
  // the vocabulary; nothing: it is left out.
  std::optional<std::uint32_t> unknown_id;
  // Of character_bpe and unigram: bytes that are entries ("<0x41>") come first.
  bool byte_fallback = false;
  bool fuse_unknown = false;       // of character_bpe: unknown ones in a row are one
  std::string continuing_prefix;   // of word_piece
  std::size_t longest_word = 100;  // of word_piece, in characters; a longer one is unknown
  Decoder decoder = {{.kind = DecoderStep::Kind::byte_level}};
  // What the post-processor puts around a text, and what it makes of two.
  std::vector<std::uint32_t> before, after;
  PairTemplate pair = plain_pair();
  // One for each time that it takes the spaces around a token off the characters it stands for:
  // whether a space was put before the text, which is kept.
  std::vector<bool> trims;
  // Files as they were read (name, content), to be written again unchanged.
  std::vector<std::pair<std::string, std::string>> source_files;

  // Filled by build_indexes().
  std::vector<std::optional<std::string>> tokens;  // by id, added tokens included
  std::size_t num_tokens = 0;
  std::size_t longest_entry = 0;              // in bytes
  std::array<std::uint32_t, 256> byte_ids{};  // no_token where there is none (character_bpe)
  // Of character_bpe: no merge brings a "▁" behind another character, so what each of them begins
  // is merged by itself.
  bool merges_stop_before_metaspace = false;
  PairMap merge_of_pair;  // (left, right) -> index into merges, which is the rank

  // What is inconsistent: an id used twice or beyond max_token_id, a byte without entry where each
  // needs one. The message names no file.
  Result<void> build_indexes();
};

// A token as messages show it: in quotes, control characters escaped, shortened.
std::string quoted_token(std::string_view token);

// Above it a vocabulary is taken for damaged (the table by id would not fit into memory).
inline constexpr std::uint32_t max_token_id = 16'777'215;
inline constexpr std::uint32_t no_token = 0xFFFFFFFF;

}  // namespace trainyard
