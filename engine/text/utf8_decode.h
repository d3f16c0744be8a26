// One character of text that is known to be valid UTF-8, and back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trainyard {

struct DecodedCharacter {
  char32_t code_point;
  std::size_t length;  // in bytes, 1 to 4
};

// The character that starts at byte `at` (inside `text`). Text that is not UTF-8 gives some
// character and a length that stays inside the text.
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
