#include "engine/text/word_piece.h"

#include <algorithm>

#include "engine/text/unicode_tables.h"
#include "engine/text/utf8_decode.h"

namespace trainyard {
namespace {

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

void WordPieceSplitter::split(std::string_view word, std::vector<std::uint32_t>& ids) {
  if (word.empty() || character_class(decode_utf8(word, 0).code_point) == CharacterClass::space)
    return;
  const std::size_t before = ids.size();
  const auto give_up = [&] {
    ids.resize(before);
    if (vocabulary_.unknown_id) ids.push_back(*vocabulary_.unknown_id);
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
    ids.push_back(entry->second);
    begin += piece_.size() - prefix;
  }
}

}  // namespace trainyard
