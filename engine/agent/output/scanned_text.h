// SPDX-License-Identifier: GPL-3.0-or-later
// How far numbers, dates and words go in a printed line.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/agent/output/characters.h"

namespace trainyard::agent {

inline bool is_name_letter(char c) { return (is_letter(c) && (c & 0x80) == 0) || c == '_'; }
inline bool is_in_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
inline char char_at(std::string_view text, std::size_t i) {
  return i < text.size() ? text[i] : '\0';
}

inline std::size_t count_digits(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (is_digit(char_at(text, end))) ++end;
  return end - from;
}

inline bool is_sign(char c) { return c == '+' || c == '-'; }

struct WrittenNumber {
  double value = 0;
  std::size_t length = 0;  // of its text, with the sign
  std::size_t digits = 0;  // before a separator
  bool is_whole = true, has_sign = false;
};

// `may_group`: "1,234,567" is one number. Nothing if no number begins here.
std::optional<WrittenNumber> written_number(std::string_view rest, bool may_group);

// The end of a date, a time or a version that begins with this number; 0: it is none of them.
std::size_t end_of_opaque(std::string_view rest, const WrittenNumber& number);

// How many characters at `end` go on with the word that begins the text; 0: it ends there.
std::size_t more_of_word(std::string_view rest, std::size_t end);

}  // namespace trainyard::agent
