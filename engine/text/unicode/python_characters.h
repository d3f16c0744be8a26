// SPDX-License-Identifier: GPL-3.0-or-later
// Python's character classes and text methods, where the result must equal that of a Python
// program: chat templates, records, sentences. Also `\s`, `\d` and letters of the library `regex`,
// which nltk uses to split sentences. Separate from the tokenizers' tables, so that neither depends
// on the other's Unicode version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard::python {

// Bit flags of a character.
enum CharacterTrait : std::uint16_t {
  trait_alphabetic = 1,
  trait_decimal = 2,
  trait_digit = 4,
  trait_numeric = 8,
  trait_lower = 16,
  trait_upper = 32,
  trait_title = 64,
  trait_printable = 128,
  trait_cased = 256,  // these two determine whether a capital sigma is the last letter of its word
  trait_case_ignorable = 512,  // (Unicode 3.13, Final_Sigma)
  trait_identifier_start = 1024,
  trait_identifier_part = 2048,
  trait_regex_space = 4096,   // \s
  trait_regex_letter = 8192,  // [^\W\d]: including marks and "_"
  trait_regex_digit = 16384,  // \d
};

// Returns the traits of a code point as bits; none above U+10FFFF.
unsigned traits_of(char32_t code_point);

// The character at byte `at` with its traits. For invalid UTF-8 it is some character.
struct TraitedCharacter {
  char32_t code_point;
  std::size_t length;  // in bytes
  unsigned traits;
};
TraitedCharacter traited_character(std::string_view text, std::size_t at);

// str.isspace for one character: \s and four separators.
bool is_space(char32_t code_point);
// The length of the white space character that starts at byte `at`, 0 if there is none.
std::size_t space_length(std::string_view text, std::size_t at);
// The end of `text` after str.rstrip().
std::size_t end_without_space(std::string_view text);
// str.strip().
std::string_view strip(std::string_view text);

// Like str.upper, lower and capitalize, including characters that become several and the Greek
// final sigma. The text must be valid UTF-8.
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);
std::string capitalized(std::string_view text);
// str.title: capitalizes each run of cased characters.
std::string title_case(std::string_view text);
// Appends lower_case(text) to `out`.
void append_lower_case(std::string_view text, std::string& out);

// The number of characters, and the byte offset of character number `index` (the end if there are
// fewer).
std::size_t num_characters(std::string_view text);
std::size_t byte_of_character(std::string_view text, std::size_t index);

// The underlying tables; sorted, without overlaps.
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
