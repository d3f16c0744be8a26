// SPDX-License-Identifier: GPL-3.0-or-later
// A set of code points: what stands in the brackets of a regular expression.
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
  // Whether a code point belongs to it. All that lie between two borders and have the same
  // properties must do so alike.
  using Belongs = std::function<bool(char32_t, const CharacterProperties&)>;
  // `borders`: first code points of ranges that `belongs` tells apart beside the properties.
  static CharacterSet create(const Belongs& belongs, const std::vector<char32_t>& borders);
  static CharacterSet of_flag(std::uint32_t flag);

  bool contains(char32_t code_point) const {
    if (code_point < 128) return (ascii_[code_point / 64] >> (code_point % 64) & 1) != 0;
    return contains_other(code_point);
  }

 private:
  bool contains_other(char32_t code_point) const;

  std::array<std::uint64_t, 2> ascii_{};
  std::vector<char32_t> edges_;  // where it begins and ends, in turn
};

// The set of \p{name}: general categories and scripts, case and "_" aside. Nothing for others.
std::optional<CharacterSet::Belongs> property_called(std::string_view name);

}  // namespace trainyard
