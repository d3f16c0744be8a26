// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/offset_encoder.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "engine/text/added_token_finder.h"
#include "engine/text/byte_letters.h"
#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"
#include "engine/text/word_encoder.h"

namespace trainyard {
namespace {

// Spaces at the start and the end of a token's spelling, in characters.
struct SpacesAround {
  std::uint32_t leading = 0;
  std::uint32_t trailing = 0;
};

SpacesAround spaces_around(std::string_view spelling) {
  static const char32_t space_letter = letter_of_byte(' ');
  SpacesAround spaces;
  bool is_only_spaces = true;
  for (std::size_t at = 0; at < spelling.size();) {
    const DecodedCharacter character = decode_utf8(spelling, at);
    const bool is_space = character.code_point == space_letter ||
                          character_class(character.code_point) == CharacterClass::space;
    is_only_spaces = is_only_spaces && is_space;
    spaces.leading += is_only_spaces;
    spaces.trailing = is_space ? spaces.trailing + 1 : 0;
    at += character.length;
  }
  return spaces;
}

// Removes the spaces at the start and end of a token from its span, except the one that was added
// before the text.
void trim(CharacterSpan& span, SpacesAround spaces, bool is_first, bool add_prefix_space) {
  if (is_first && add_prefix_space && spaces.leading == 1) spaces.leading = 0;
  span.begin = std::min(span.begin + spaces.leading, span.end);
  if (span.end >= spaces.trailing) span.end = std::max(span.end - spaces.trailing, span.begin);
}

}  // namespace

struct OffsetEncoder::State {
  explicit State(std::shared_ptr<const Vocabulary> of)
      : vocabulary(std::move(of)),
        exact(added_tokens(*vocabulary, false)),
        normalized(added_tokens(*vocabulary, true)),
        words(*vocabulary) {}

  void encode(std::string_view text);
  void split(const AlignedText& text, const AddedTokenFinder& finder, auto&& encode_rest);
  void encode_words(AlignedText text);
  void encode_metaspace(const AlignedText& text);
  void encode_prefixed(AlignedText text);
  void encode_split(const AlignedText& text);
  void add(std::uint32_t id, CharacterSpan span, std::string_view spelling);

  std::shared_ptr<const Vocabulary> vocabulary;
  AddedTokenFinder exact, normalized;
  WordEncoder words;
  StageSplitter splitter;
  std::vector<std::uint32_t> word_ids;
  std::vector<ByteSpan> word_spans;
  // The ids and spans of the text being encoded.
  std::vector<std::uint32_t> ids;
  std::vector<CharacterSpan> spans;
};

void OffsetEncoder::State::add(std::uint32_t id, CharacterSpan span, std::string_view spelling) {
  for (const bool add_prefix_space : vocabulary->trims)
    trim(span, spaces_around(spelling), ids.empty() || span.begin == 0, add_prefix_space);
  ids.push_back(id);
  spans.push_back(span);
}

// Adds the added tokens in `text` and passes on what is between them.
void OffsetEncoder::State::split(const AlignedText& text, const AddedTokenFinder& finder,
                                 auto&& encode_rest) {
  std::vector<TextPiece> pieces;
  finder.split(text.text, pieces);
  for (const TextPiece& piece : pieces) {
    const auto begin = static_cast<std::size_t>(piece.text.data() - text.text.data());
    const std::size_t size = piece.text.size();
    if (!piece.id)
      encode_rest(text.part(begin, size));
    else if (size > 0)
      add(*piece.id, text.span(begin, begin + size), piece.text);
    else  // overlaps the spaces of the token before it
      add(*piece.id, text.span(begin - 1, begin), piece.text);
  }
}

// Encodes text that the pre-tokenizer has changed.
void OffsetEncoder::State::encode_split(const AlignedText& text) {
  for (std::size_t begin = 0; begin < text.text.size();) {
    const std::size_t end = word_end(text.text, begin, vocabulary->split);
    word_ids.clear();
    word_spans.clear();
    words.encode(std::string_view(text.text).substr(begin, end - begin), word_ids, &word_spans);
    for (std::size_t i = 0; i < word_ids.size(); ++i)
      add(word_ids[i], text.span(begin + word_spans[i].begin, begin + word_spans[i].end),
          *vocabulary->tokens[word_ids[i]]);
    begin = end;
  }
}

void OffsetEncoder::State::encode_metaspace(const AlignedText& text) {
  const Metaspace& metaspace = *vocabulary->metaspace;
  const auto encode_changed = [&](AlignedText run) {
    (run.first_character == 0 ? metaspace.changes_at_begin : metaspace.changes).apply(run);
    encode_split(run);
  };
  if (!metaspace.splits_at_white_space) return encode_changed(text);
  for (auto [begin, end] = next_run_without_space(text.text, 0); begin < end;
       std::tie(begin, end) = next_run_without_space(text.text, end))
    encode_changed(text.part(begin, end - begin));
}

void OffsetEncoder::State::encode_words(AlignedText text) {
  if (vocabulary->metaspace) return encode_metaspace(text);
  if (vocabulary->stages.empty()) return encode_prefixed(std::move(text));
  for (const ByteSpan piece : splitter.split(text.text, vocabulary->stages))
    encode_prefixed(text.part(piece.begin, piece.end - piece.begin));
}

void OffsetEncoder::State::encode_prefixed(AlignedText text) {
  if (vocabulary->add_prefix_space && !text.text.empty() && !text.text.starts_with(' ')) {
    text.text.insert(0, 1, ' ');
    text.origin.insert(text.origin.begin(), text.origin.front());
  }
  encode_split(text);
}

void OffsetEncoder::State::encode(std::string_view text) {
  ids.clear();
  spans.clear();
  split(AlignedText(text, 0), exact, [&](AlignedText stretch) {
    vocabulary->normalizer.apply(stretch);
    split(stretch, normalized, [&](AlignedText rest) { encode_words(std::move(rest)); });
  });
}

OffsetEncoder::OffsetEncoder(const Tokenizer& tokenizer)
    : state_(std::make_unique<State>(tokenizer.vocabulary_)) {}
OffsetEncoder::~OffsetEncoder() = default;
OffsetEncoder::OffsetEncoder(OffsetEncoder&&) noexcept = default;
OffsetEncoder& OffsetEncoder::operator=(OffsetEncoder&&) noexcept = default;

void OffsetEncoder::encode(std::string_view text, std::vector<std::uint32_t>& ids,
                           std::vector<CharacterSpan>& spans) {
  state_->encode(text);
  ids.insert(ids.end(), state_->ids.begin(), state_->ids.end());
  spans.insert(spans.end(), state_->spans.begin(), state_->spans.end());
}

void OffsetEncoder::encode_whole(std::string_view text, std::vector<std::uint32_t>& ids,
                                 std::vector<CharacterSpan>& spans) {
  const Vocabulary& vocabulary = *state_->vocabulary;
  ids.insert(ids.end(), vocabulary.before.begin(), vocabulary.before.end());
  spans.resize(spans.size() + vocabulary.before.size());
  encode(text, ids, spans);
  ids.insert(ids.end(), vocabulary.after.begin(), vocabulary.after.end());
  spans.resize(spans.size() + vocabulary.after.size());
}

}  // namespace trainyard
