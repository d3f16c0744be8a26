// What the texts of Python know of a code point (Unicode 14.0, that of Python 3.11): templates ask
// for it by upper, title, isalpha and by printing texts inside of lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard::chat {

enum CharacterTrait : std::uint16_t {
  trait_alphabetic = 1,
  trait_decimal = 2,
  trait_digit = 4,
  trait_numeric = 8,
  trait_lower = 16,
  trait_upper = 32,
  trait_title = 64,
  trait_printable = 128,
  trait_cased = 256,
  trait_case_ignorable = 512,
  trait_identifier_start = 1024,
  trait_identifier_part = 2048,
};

// The traits of a code point, as bits.
unsigned traits_of(char32_t code_point);

// str.isspace of one character.
bool is_space(char32_t code_point);

// As str.upper, lower and capitalize give them, with characters that become several and with the
// Greek final sigma. The text is valid UTF-8.
std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);
std::string capitalized(std::string_view text);
// str.title: each run of cased characters.
std::string title_case(std::string_view text);
std::string swapped_case(std::string_view text);

// How many characters, and where in bytes character number `index` starts (the end when there are
// fewer).
std::size_t num_characters(std::string_view text);
std::size_t byte_of_character(std::string_view text, std::size_t index);

// The tables behind it; sorted, no overlaps.
struct TraitRange {
  char32_t first;
  char32_t last;
  std::uint16_t traits;
};
struct CaseRange {
  char32_t first;
  char32_t last;
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

}  // namespace trainyard::chat
