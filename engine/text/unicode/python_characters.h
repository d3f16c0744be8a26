// SPDX-License-Identifier: GPL-3.0-or-later
// What Python's str knows of characters and makes of texts, where a text must come out as a Python
// program makes it: chat templates, records, sentences. Also `\s`, `\d` and letters of the library
// `regex`, with which nltk splits sentences. Other tables than tokenizers have, so that none
// depends on another's version of Unicode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard::python {

// Bits of one character.
enum CharacterTrait : std::uint16_t {
  trait_alphabetic = 1,
  trait_decimal = 2,
  trait_digit = 4,
  trait_numeric = 8,
  trait_lower = 16,
  trait_upper = 32,
  trait_title = 64,
  trait_printable = 128,
  trait_cased = 256,           // by these two a capital sigma is the last letter of its word or not
  trait_case_ignorable = 512,  // (Unicode 3.13, Final_Sigma)
  trait_identifier_start = 1024,
  trait_identifier_part = 2048,
  trait_regex_space = 4096,   // \s
  trait_regex_letter = 8192,  // [^\W\d]: also marks and "_"
  trait_regex_digit = 16384,  // \d
};

// The traits of a code point, as bits; above U+10FFFF none.
unsigned traits_of(char32_t code_point);

// The character at byte `at` with its bits. Text that is not UTF-8 gives some.
struct TraitedCharacter {
  char32_t code_point;
  std::size_t length;  // in bytes
  unsigned traits;
};
TraitedCharacter traited_character(std::string_view text, std::size_t at);

// str.isspace of one character: \s and four separators.
bool is_space(char32_t code_point);
// The length of the white space character that begins at byte `at`, 0 when there is none.
std::size_t space_length(std::string_view text, std::size_t at);
// Where `text` ends after str.rstrip().
std::size_t end_without_space(std::string_view text);
// str.strip().
std::string_view strip(std::string_view text);

// As str.upper, lower and capitalize give them, with characters that become several and with the
// Greek final sigma. The text is valid UTF-8.
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);
std::string capitalized(std::string_view text);
// str.title: each run of cased characters.
std::string title_case(std::string_view text);
// lower_case, added to what `out` holds.
void append_lower_case(std::string_view text, std::string& out);

// How many characters, and where in bytes character number `index` starts (the end when there are
// fewer).
std::size_t num_characters(std::string_view text);
std::size_t byte_of_character(std::string_view text, std::size_t index);

// The tables behind it; sorted, no overlaps.
struct TraitRange {
  char32_t first, last;
  std::uint16_t traits;
};
struct CaseRange {
  char32_t first, last;
  std::uint32_t step;
  std::int32_t difference;
};
struct CaseText {
  char32_t code_point;
  const char* text;
};
extern const TraitRange trait_ranges[];
extern const std::size_t num_trait_ranges;
extern const CaseRange upper_ranges[], lower_ranges[], title_ranges[];
extern const std::size_t num_upper_ranges, num_lower_ranges, num_title_ranges;
extern const CaseText upper_texts[], lower_texts[], title_texts[];
extern const std::size_t num_upper_texts, num_lower_texts, num_title_texts;

}  // namespace trainyard::python
