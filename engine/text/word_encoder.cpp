// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_encoder.h"

#include "engine/text/byte_letters.h"

namespace trainyard {

void WordEncoder::encode(std::string_view word, std::vector<std::uint32_t>& ids,
                         std::vector<ByteSpan>* spans) {
  if (vocabulary_.model == TokenModel::word_piece) return word_piece_.split(word, ids, spans);
  if (vocabulary_.model == TokenModel::unigram) return unigram_.split(word, ids, spans);
  if (vocabulary_.ignore_merges) {
    const bool has_letters = vocabulary_.model == TokenModel::byte_level_bpe;
    const auto whole = vocabulary_.ids.find(has_letters ? spell_bytes(word) : std::string(word));
    if (whole != vocabulary_.ids.end()) {
      ids.push_back(whole->second);
      if (spans != nullptr) spans->push_back(byte_span(0, word.size()));
      return;
    }
  }
  merger_.merge(word, ids, spans);
}

}  // namespace trainyard
