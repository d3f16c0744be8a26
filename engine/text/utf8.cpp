#include "engine/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace trainyard {
namespace {

// Bytes from `at` on that are plain ASCII, in steps of eight.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + at, sizeof block);
    if ((block & 0x8080808080808080u) != 0) {
      break;
    }
    at += 8;
  }
  return at;
}

struct Sequence {
  std::size_t length;  // when not valid: of the part that could have begun a valid one, at least 1
  bool valid;
};

// The second byte's range depends on the first (Unicode, table 3-7): no overlong forms, no
// surrogates, at most U+10FFFF.
bool fits_second(unsigned char lead, unsigned char second) {
  const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return second >= lowest && second <= highest;
}

Sequence sequence_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) {
    return {1, true};
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return {1, false};
  }
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i == text.size()) {
      return {i, false};
    }
    const auto next = static_cast<unsigned char>(text[at + i]);
    if (i == 1 ? !fits_second(lead, next) : (next & 0xC0) != 0x80) {
      return {i, false};
    }
  }
  return {length, true};
}

}  // namespace

std::optional<Utf8Fault> find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while ((at = skip_ascii(text, at)) < text.size()) {
    const Sequence sequence = sequence_at(text, at);
    if (!sequence.valid) {
      const auto breaks =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      return Utf8Fault{.byte_offset = at, .line = static_cast<std::size_t>(breaks) + 1};
    }
    at += sequence.length;
  }
  return std::nullopt;
}

std::size_t broken_sequence_length(std::string_view text) { return sequence_at(text, 0).length; }

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line =
      rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  rest.remove_prefix(line.size());
  return line;
}

}  // namespace trainyard
