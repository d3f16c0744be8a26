#include <vector>

#include "engine/text/unicode_tables.h"

namespace trainyard {
namespace {

constexpr char32_t num_code_points = 0x110000;

// Two bits a code point (272 KB): one look-up instead of a search through the ranges.
std::vector<std::uint8_t> pack_ranges() {
  std::vector<std::uint8_t> packed(num_code_points / 4, 0);
  for (std::size_t i = 0; i < num_unicode_ranges; ++i) {
    const UnicodeRange& range = unicode_ranges[i];
    for (char32_t c = range.first; c <= range.last; ++c)
      packed[c / 4] |= static_cast<std::uint8_t>(static_cast<unsigned>(range.of) << (c % 4 * 2));
  }
  return packed;
}

}  // namespace

CharacterClass character_class(char32_t code_point) {
  static const std::vector<std::uint8_t> packed = pack_ranges();
  if (code_point >= num_code_points) return CharacterClass::other;
  return static_cast<CharacterClass>(packed[code_point / 4] >> (code_point % 4 * 2) & 3);
}

}  // namespace trainyard
