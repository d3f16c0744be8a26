// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/character_properties.h"

#include <algorithm>

namespace trainyard {

CharacterProperties properties_of(char32_t code_point) {
  const CharacterRange* const end = character_ranges + num_character_ranges;
  const CharacterRange* const found =
      std::lower_bound(character_ranges, end, code_point,
                       [](const CharacterRange& range, char32_t c) { return range.last < c; });
  if (found == end || code_point < found->first) return {};
  return {found->category, found->flags};
}

}  // namespace trainyard
