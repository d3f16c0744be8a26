// SPDX-License-Identifier: GPL-3.0-or-later
// What a text becomes in another form, character by character.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// For how many characters of the text this one stands: 1 mostly, more where it is composed of them,
// 0 where the one before stands for them already.
struct FormedCharacter {
  char32_t code_point;
  std::uint32_t replaced;
};

using FormedText = std::vector<FormedCharacter>;

}  // namespace trainyard
