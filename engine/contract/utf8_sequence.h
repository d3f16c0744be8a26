// Well-formed UTF-8, one sequence at a time (RFC 3629: no surrogates, no overlong forms, at most
// U+10FFFF).
#pragma once

#include <cstddef>
#include <string_view>

namespace trainyard {

// Length of the well-formed sequence that starts at `at`, 0 when there is none.
inline std::size_t utf8_sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(at), second = byte(at + 1);
  const auto tail = [&](std::size_t i) { return (byte(at + i) & 0xc0) == 0x80; };
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return tail(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if (!tail(1) || !tail(2) || (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f))
      return 0;
    return 3;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if (!tail(1) || !tail(2) || !tail(3) || (lead == 0xf0 && second < 0x90) ||
        (lead == 0xf4 && second > 0x8f))
      return 0;
    return 4;
  }
  return 0;
}

}  // namespace trainyard
