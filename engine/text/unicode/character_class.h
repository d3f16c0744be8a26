// SPDX-License-Identifier: GPL-3.0-or-later
// The character classes of the pre-tokenizers: letter (L), number (N), space (\s) or other, as
// classified by the regular expressions of the pinned `tokenizers` library (not by the host's
// libraries).
#pragma once

#include <cstdint>

namespace trainyard {

enum class CharacterClass : std::uint8_t { other, letter, number, space };

// Returns the class of a code point; above U+10FFFF: other.
CharacterClass character_class(char32_t code_point);

}  // namespace trainyard
