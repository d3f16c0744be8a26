// SPDX-License-Identifier: GPL-3.0-or-later
// What the pre-tokenizer must know of a code point: letter (L), number (N), space (\s) or anything
// else, as the expressions of the pinned `tokenizers` library class it (not as the host's libraries
// do).
#pragma once

#include <cstdint>

namespace trainyard {

enum class CharacterClass : std::uint8_t { other, letter, number, space };

// The class of a code point; above U+10FFFF: other.
CharacterClass character_class(char32_t code_point);

}  // namespace trainyard
