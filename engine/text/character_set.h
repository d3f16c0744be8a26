// SPDX-License-Identifier: GPL-3.0-or-later
// A set of code points, as in the brackets of a regular expression.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/text/unicode/character_properties.h"

namespace trainyard {

class CharacterSet {
 public:
  // Whether a code point is in the set. Must be the same for all code points between two borders
  // that have the same properties.
  using Belongs = std::function<bool(char32_t, const CharacterProperties&)>;
  // `borders`: first code points of ranges that `belongs` distinguishes in addition to the
  // properties.
  static CharacterSet create(const Belongs& belongs, const std::vector<char32_t>& borders);
  static CharacterSet of_flag(std::uint32_t flag);

  bool contains(char32_t code_point) const {
    if (code_point < 128) return (ascii_[code_point / 64] >> (code_point % 64) & 1) != 0;
    return contains_other(code_point);
  }

 private:
  bool contains_other(char32_t code_point) const;

  std::array<std::uint64_t, 2> ascii_{};
  std::vector<char32_t> edges_;  // alternating starts and ends of its ranges
};

// The set of \p{name}: general categories and scripts, ignoring case and "_". Nothing for other
// names.
std::optional<CharacterSet::Belongs> property_called(std::string_view name);

}  // namespace trainyard
