// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8, one sequence at a time: whether it is well-formed (RFC 3629: no surrogates, no overlong
// forms, at most U+10FFFF), its code point, and back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trainyard {

struct Utf8Sequence {
  std::size_t length;  // if not valid: of the longest prefix of a valid one, at least 1
  bool is_valid;
};

// Decodes the sequence at `at`, which must be inside the text. The second byte's range depends on
// the first (Unicode, table 3-7); a sequence cut off by the end is not valid.
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

// Length of the well-formed sequence that starts at `at`, 0 if there is none.
inline std::size_t utf8_sequence_length(std::string_view text, std::size_t at) {
  const Utf8Sequence sequence = utf8_sequence(text, at);
  return sequence.is_valid ? sequence.length : 0;
}

// A byte that no character starts with.
inline bool is_continuation_byte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Where the character before byte `at` starts; `at` must not be 0.
inline std::size_t character_before(std::string_view text, std::size_t at) {
  const std::size_t end = at;
  do --at;
  while (at > 0 && end - at < 4 && is_continuation_byte(text[at]));
  return at;
}

// The longest prefix of `text` of at most `max_bytes` that ends with a whole character.
inline std::string_view utf8_prefix(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && is_continuation_byte(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

struct DecodedCharacter {
  char32_t code_point;
  std::size_t length;  // in bytes, 1 to 4
};

// Decodes the character that starts at byte `at` (inside `text`). For text that is not UTF-8,
// returns some character and a length that stays inside the text.
inline DecodedCharacter decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t lead = byte(0);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 1 || text.size() - at < length) return {lead, 1};
  char32_t code_point = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code_point = code_point << 6 | (byte(i) & 0x3F);
  return {code_point, length};
}

// Appends a code point up to U+10FFFF.
inline void append_utf8(char32_t code_point, std::string& text) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
    return;
  }
  const int behind = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  text += static_cast<char>((0xFF00u >> (behind + 1) & 0xFF) | code_point >> (6 * behind));
  for (int shift = 6 * (behind - 1); shift >= 0; shift -= 6)
    text += static_cast<char>(0x80 | (code_point >> shift & 0x3F));
}

}  // namespace trainyard
