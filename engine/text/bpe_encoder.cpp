#include <span>

#include "engine/text/added_token_finder.h"
#include "engine/text/byte_letters.h"
#include "engine/text/byte_level_bpe.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/word_cache.h"
#include "engine/text/word_merger.h"

namespace trainyard {

struct BpeEncoder::State {
  State(std::shared_ptr<const BpeVocabulary> of, std::size_t cache_bytes)
      : vocabulary(std::move(of)),
        finder(vocabulary->added),
        merger(*vocabulary),
        cache(cache_bytes) {}

  void encode_piece(std::string_view text, std::vector<std::uint32_t>& ids);
  void encode_word(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<std::uint32_t>& ids);

  std::shared_ptr<const BpeVocabulary> vocabulary;
  AddedTokenFinder finder;
  WordMerger merger;
  WordCache cache;
  std::vector<TextPiece> pieces;
  std::string with_space;
};

void BpeEncoder::State::encode_word(std::string_view text, std::size_t begin, std::size_t end,
                                    std::vector<std::uint32_t>& ids) {
  const std::string_view word = text.substr(begin, end - begin);
  if (cache.append(word, text.size() - begin, ids)) return;
  const std::size_t before = ids.size();
  const auto whole =
      vocabulary->ignore_merges ? vocabulary->ids.find(spell_bytes(word)) : vocabulary->ids.end();
  if (whole != vocabulary->ids.end())
    ids.push_back(whole->second);
  else
    merger.merge(word, ids);
  cache.insert(word, std::span(ids).subspan(before));
}

void BpeEncoder::State::encode_piece(std::string_view text, std::vector<std::uint32_t>& ids) {
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

BpeEncoder::BpeEncoder(const ByteLevelBpe& bpe, std::size_t cache_bytes)
    : state_(std::make_unique<State>(bpe.vocabulary_, cache_bytes)) {}
BpeEncoder::~BpeEncoder() = default;
BpeEncoder::BpeEncoder(BpeEncoder&&) noexcept = default;
BpeEncoder& BpeEncoder::operator=(BpeEncoder&&) noexcept = default;

void BpeEncoder::encode(std::string_view text, std::vector<std::uint32_t>& ids) {
  if (text.empty()) return;
  state_->finder.split(text, state_->pieces);
  for (const TextPiece& piece : state_->pieces) {
    if (piece.id) {
      ids.push_back(*piece.id);
    } else {
      state_->encode_piece(piece.text, ids);
    }
  }
}

}  // namespace trainyard
