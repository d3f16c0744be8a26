// Characters as nltk's sentence splitter sees them: `\s`, `\d` and letters of the library `regex`,
// case of Python's str. Other tables than tokenizers have, so that sentences never depend on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/text/utf8_decode.h"

namespace trainyard {

// Bits of one character.
struct CharacterTrait {
  enum : std::uint8_t {
    space = 1,       // \s
    letter = 2,      // [^\W\d]: also marks and "_"
    digit = 4,       // \d
    upper = 8,       // str.isupper()
    lower = 16,      // str.islower()
    ignorable = 32,  // looked past where a capital sigma asks whether it is the last letter
    cased = 64,      // a letter for that question
    kept = 128       // str.lower() leaves it, the tables of normalization_tables.h do not
  };
};

// The table: first, last, bits; sorted, no overlaps; what is in no range has none.
extern const char32_t python_character_ranges[];
extern const std::size_t num_python_character_ranges;

// One byte a code point, to be asked with numbers up to U+10FFFF.
const std::uint8_t* python_character_traits();

// `text`, valid UTF-8, as Python's str.lower() makes it, appended.
void append_python_lower(std::string_view text, std::string& out);

// What str.isspace() and str.strip() take for white space: \s and four separators.
inline bool is_python_space(char32_t c) {
  return (c >= 0x1C && c <= 0x1F) || (python_character_traits()[c] & CharacterTrait::space) != 0;
}

// Where `text` ends after str.rstrip().
std::size_t end_without_space(std::string_view text);

// The character at byte `at` with its bits. Text that is not UTF-8 gives some.
struct TraitedCharacter {
  char32_t code_point;
  std::size_t length;
  std::uint8_t traits;
};
inline TraitedCharacter traited_character(std::string_view text, std::size_t at) {
  DecodedCharacter character = decode_utf8(text, at);
  if (character.code_point > 0x10FFFF) character.code_point = 0xFFFD;
  return {character.code_point, character.length, python_character_traits()[character.code_point]};
}

}  // namespace trainyard
