// Cuts text into the words that byte-level BPE works on, as GPT-2's regular expression does:
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// Every byte is in exactly one word. Written by hand over the tables of unicode_tables.h.
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

// Where the word that starts at byte `begin` (inside `text`, valid UTF-8, at a character) ends.
std::size_t word_end(std::string_view text, std::size_t begin);

}  // namespace trainyard
