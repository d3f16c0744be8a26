// What the pre-tokenizer must know of a code point: letter, number, space or anything else, as the
// pinned `tokenizers` library classes it (not as the host's libraries do).
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard {

enum class CharacterClass : std::uint8_t { other, letter, number, space };

// The class of a code point; above U+10FFFF: other.
CharacterClass character_class(char32_t code_point);

// The table behind it: sorted, no overlaps; what is in no range is `other`.
struct UnicodeRange {
  char32_t first;
  char32_t last;
  CharacterClass of;
};
extern const UnicodeRange unicode_ranges[];
extern const std::size_t num_unicode_ranges;

}  // namespace trainyard
