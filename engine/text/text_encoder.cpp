#include <span>

#include "engine/text/added_token_finder.h"
#include "engine/text/byte_letters.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_cache.h"
#include "engine/text/word_merger.h"
#include "engine/text/word_piece.h"

namespace trainyard {
namespace {

// The added tokens that are looked for in the text as it is, or in what the normalizer made of it.
std::vector<AddedToken> added_tokens(const Vocabulary& vocabulary, bool normalized) {
  std::vector<AddedToken> tokens;
  std::string made;
  for (AddedToken token : vocabulary.added) {
    if (token.normalized != normalized) continue;
    if (normalized) token.content = std::string(vocabulary.normalizer.apply(token.content, made));
    tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace

struct TextEncoder::State {
  State(std::shared_ptr<const Vocabulary> of, std::size_t cache_bytes)
      : vocabulary(std::move(of)),
        exact(added_tokens(*vocabulary, false)),
        normalized(added_tokens(*vocabulary, true)),
        merger(*vocabulary),
        word_piece(*vocabulary),
        cache(cache_bytes) {}

  void encode(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_stretch(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_words(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_word(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<std::uint32_t>& ids);
  void encode_unknown_word(std::string_view word, std::vector<std::uint32_t>& ids);

  std::shared_ptr<const Vocabulary> vocabulary;
  AddedTokenFinder exact, normalized;
  WordMerger merger;
  WordPieceSplitter word_piece;
  WordCache cache;
  std::vector<TextPiece> pieces, normalized_pieces;
  std::string made, with_space;
};

// A word that the cache has not seen.
void TextEncoder::State::encode_unknown_word(std::string_view word,
                                             std::vector<std::uint32_t>& ids) {
  if (vocabulary->model == TokenModel::word_piece) return word_piece.split(word, ids);
  if (vocabulary->ignore_merges) {
    const bool has_letters = vocabulary->model == TokenModel::byte_level_bpe;
    const auto whole = vocabulary->ids.find(has_letters ? spell_bytes(word) : std::string(word));
    if (whole != vocabulary->ids.end()) return ids.push_back(whole->second);
  }
  merger.merge(word, ids);
}

void TextEncoder::State::encode_word(std::string_view text, std::size_t begin, std::size_t end,
                                     std::vector<std::uint32_t>& ids) {
  const std::string_view word = text.substr(begin, end - begin);
  if (cache.append(word, text.size() - begin, ids)) return;
  const std::size_t before = ids.size();
  encode_unknown_word(word, ids);
  cache.insert(word, std::span(ids).subspan(before));
}

void TextEncoder::State::encode_words(std::string_view text, std::vector<std::uint32_t>& ids) {
  if (vocabulary->add_prefix_space && !text.starts_with(' ')) {
    with_space = ' ' + std::string(text);
    text = with_space;
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, vocabulary->split);
    encode_word(text, begin, end, ids);
    begin = end;
  }
}

// Text without added tokens that are looked for as it is.
void TextEncoder::State::encode_stretch(std::string_view text, std::vector<std::uint32_t>& ids) {
  text = vocabulary->normalizer.apply(text, made);
  if (normalized.is_empty()) return encode_words(text, ids);
  normalized_pieces.clear();
  normalized.split(text, normalized_pieces);
  for (const TextPiece& piece : normalized_pieces) {
    if (piece.id)
      ids.push_back(*piece.id);
    else
      encode_words(piece.text, ids);
  }
}

void TextEncoder::State::encode(std::string_view text, std::vector<std::uint32_t>& ids) {
  pieces.clear();
  exact.split(text, pieces);
  for (const TextPiece& piece : pieces) {
    if (piece.id)
      ids.push_back(*piece.id);
    else
      encode_stretch(piece.text, ids);
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
