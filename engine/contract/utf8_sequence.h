// Well-formed UTF-8, one sequence at a time (RFC 3629: no surrogates, no overlong forms, at most
// U+10FFFF).
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

struct Utf8Sequence {
  std::size_t length;  // when not valid: of the longest begin of a valid one, at least 1
  bool is_valid;
};

// What starts at `at`, which must lie inside the text. The second byte's range depends on the first
// (Unicode, table 3-7); a sequence that the end cuts off is not valid.
inline Utf8Sequence utf8_sequence(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i == text.size()) return {i, false};
    if (i == 1 ? byte(i) < lowest || byte(i) > highest : (byte(i) & 0xC0) != 0x80)
      return {i, false};
  }
  return {length, true};
}

// Length of the well-formed sequence that starts at `at`, 0 when there is none.
inline std::size_t utf8_sequence_length(std::string_view text, std::size_t at) {
  const Utf8Sequence sequence = utf8_sequence(text, at);
  return sequence.is_valid ? sequence.length : 0;
}

}  // namespace trainyard
