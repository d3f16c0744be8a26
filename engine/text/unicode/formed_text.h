// SPDX-License-Identifier: GPL-3.0-or-later
// The result of converting a text to another form, character by character.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// How many characters of the original it replaces: usually 1, more if it is composed of several, 0
// if the character before already accounts for them.
struct FormedCharacter {
  char32_t code_point;
  std::uint32_t replaced;
};

using FormedText = std::vector<FormedCharacter>;

}  // namespace trainyard
