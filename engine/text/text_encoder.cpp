// SPDX-License-Identifier: GPL-3.0-or-later
#include <span>
#include <tuple>

#include "engine/text/added_token_finder.h"
#include "engine/text/aligned_text.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_cache.h"
#include "engine/text/word_encoder.h"

namespace trainyard {
struct TextEncoder::State {
  State(std::shared_ptr<const Vocabulary> of, std::size_t cache_bytes)
      : vocabulary(std::move(of)),
        exact(added_tokens(*vocabulary, false)),
        normalized(added_tokens(*vocabulary, true)),
        words(*vocabulary),
        cache(cache_bytes) {}

  void encode(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_stretch(std::string_view text, bool begins_text, std::vector<std::uint32_t>& ids);
  void encode_words(std::string_view text, bool begins_text, std::vector<std::uint32_t>& ids);
  void encode_stages(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_metaspace(std::string_view text, bool begins_text, std::vector<std::uint32_t>& ids);
  void encode_split(std::string_view text, std::vector<std::uint32_t>& ids);
  bool keeps_begin(std::string_view stretch) const;
  void encode_word(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<std::uint32_t>& ids);

  std::shared_ptr<const Vocabulary> vocabulary;
  AddedTokenFinder exact, normalized;
  WordEncoder words;
  WordCache cache;
  StageSplitter splitter;
  std::vector<TextPiece> pieces, normalized_pieces;
  std::string made, changed;
};

void TextEncoder::State::encode_word(std::string_view text, std::size_t begin, std::size_t end,
                                     std::vector<std::uint32_t>& ids) {
  const std::string_view word = text.substr(begin, end - begin);
  if (cache.append(word, text.size() - begin, ids)) return;
  const std::size_t before = ids.size();
  words.encode(word, ids);
  cache.insert(word, std::span(ids).subspan(before));
}

// Encodes text that the pre-tokenizer has changed.
void TextEncoder::State::encode_split(std::string_view text, std::vector<std::uint32_t>& ids) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, vocabulary->split);
    while (begin < end) {
      const std::size_t next = vocabulary->merges_stop_before_metaspace
                                   ? metaspace_part_end(text.substr(0, end), begin)
                                   : end;
      encode_word(text, begin, next, ids);
      begin = next;
    }
  }
}

void TextEncoder::State::encode_metaspace(std::string_view text, bool begins_text,
                                          std::vector<std::uint32_t>& ids) {
  const Metaspace& metaspace = *vocabulary->metaspace;
  const auto encode_changed = [&](std::size_t begin, std::size_t end) {
    const bool is_begin = begin == 0 && begins_text;
    const Normalizer& changes = is_begin ? metaspace.changes_at_begin : metaspace.changes;
    encode_split(changes.apply(text.substr(begin, end - begin), changed), ids);
  };
  if (!metaspace.splits_at_white_space) return encode_changed(0, text.size());
  for (auto [begin, end] = next_run_without_space(text, 0); begin < end;
       std::tie(begin, end) = next_run_without_space(text, end))
    encode_changed(begin, end);
}

void TextEncoder::State::encode_stages(std::string_view text, std::vector<std::uint32_t>& ids) {
  for (const ByteSpan span : splitter.split(text, vocabulary->stages)) {
    const std::string_view piece = text.substr(span.begin, span.end - span.begin);
    if (vocabulary->add_prefix_space && !piece.starts_with(' '))
      encode_split(changed.assign(1, ' ').append(piece), ids);
    else
      encode_split(piece, ids);
  }
}

void TextEncoder::State::encode_words(std::string_view text, bool begins_text,
                                      std::vector<std::uint32_t>& ids) {
  if (vocabulary->metaspace) return encode_metaspace(text, begins_text, ids);
  if (!vocabulary->stages.empty()) return encode_stages(text, ids);
  if (vocabulary->add_prefix_space && !text.starts_with(' ')) {
    changed = ' ' + std::string(text);
    text = changed;
  }
  encode_split(text, ids);
}

// Whether the first character of the normalized text originates from the original's first one.
bool TextEncoder::State::keeps_begin(std::string_view stretch) const {
  if (vocabulary->normalizer.is_empty()) return true;
  AlignedText aligned(stretch, 0);
  vocabulary->normalizer.apply(aligned);
  return !aligned.text.empty() && aligned.origin[0].begin == 0;
}

// Encodes text without added tokens that are matched before normalization.
void TextEncoder::State::encode_stretch(std::string_view text, bool begins_text,
                                        std::vector<std::uint32_t>& ids) {
  const bool cares = vocabulary->metaspace && vocabulary->metaspace->is_begin_special;
  begins_text = begins_text && (!cares || keeps_begin(text));
  text = vocabulary->normalizer.apply(text, made);
  if (normalized.is_empty()) return encode_words(text, begins_text, ids);
  normalized_pieces.clear();
  normalized.split(text, normalized_pieces);
  for (const TextPiece& piece : normalized_pieces) {
    if (piece.id)
      ids.push_back(*piece.id);
    else
      encode_words(piece.text, begins_text && piece.text.data() == text.data(), ids);
  }
}

void TextEncoder::State::encode(std::string_view text, std::vector<std::uint32_t>& ids) {
  pieces.clear();
  exact.split(text, pieces);
  for (const TextPiece& piece : pieces) {
    if (piece.id)
      ids.push_back(*piece.id);
    else
      encode_stretch(piece.text, piece.text.data() == text.data(), ids);
  }
}

TextEncoder::TextEncoder(const Tokenizer& tokenizer, std::size_t cache_bytes)
    : state_(std::make_unique<State>(tokenizer.vocabulary_, cache_bytes)) {}
TextEncoder::~TextEncoder() = default;
TextEncoder::TextEncoder(TextEncoder&&) noexcept = default;
TextEncoder& TextEncoder::operator=(TextEncoder&&) noexcept = default;

void TextEncoder::encode(std::string_view text, std::vector<std::uint32_t>& ids) {
  state_->encode(text, ids);
}

void TextEncoder::encode_whole(std::string_view text, std::vector<std::uint32_t>& ids) {
  const Vocabulary& vocabulary = *state_->vocabulary;
  ids.insert(ids.end(), vocabulary.before.begin(), vocabulary.before.end());
  state_->encode(text, ids);
  ids.insert(ids.end(), vocabulary.after.begin(), vocabulary.after.end());
}

}  // namespace trainyard
