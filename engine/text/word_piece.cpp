// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_piece.h"

#include <algorithm>

#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
void WordPieceSplitter::split(std::string_view word, std::vector<std::uint32_t>& ids,
                              std::vector<ByteSpan>* spans) {
  if (word.empty() || character_class(decode_utf8(word, 0).code_point) == CharacterClass::space)
    return;
  const std::size_t before = ids.size(), spans_before = spans ? spans->size() : 0;
  const auto append = [&](std::uint32_t id, std::size_t begin, std::size_t end) {
    ids.push_back(id);
    if (spans != nullptr) spans->push_back(byte_span(begin, end));
  };
  const auto give_up = [&] {
    ids.resize(before);
    if (spans != nullptr) spans->resize(spans_before);
    if (vocabulary_.unknown_id) append(*vocabulary_.unknown_id, 0, word.size());
  };
  const std::size_t num_characters =
      word.size() - static_cast<std::size_t>(std::ranges::count_if(word, is_continuation_byte));
  if (num_characters > vocabulary_.longest_word) return give_up();
  for (std::size_t begin = 0; begin < word.size();) {
    piece_.assign(begin == 0 ? "" : vocabulary_.continuing_prefix);
    const std::size_t prefix = piece_.size();
    piece_ += word.substr(begin, vocabulary_.longest_entry);
    auto entry = vocabulary_.ids.find(piece_);
    while (entry == vocabulary_.ids.end() && piece_.size() > prefix) {
      while (is_continuation_byte(piece_.back())) piece_.pop_back();
      piece_.pop_back();
      if (piece_.size() > prefix) entry = vocabulary_.ids.find(piece_);
    }
    if (piece_.size() == prefix) return give_up();
    const std::size_t end = begin + piece_.size() - prefix;
    append(entry->second, begin, end);
    begin = end;
  }
}

}  // namespace trainyard
