// SPDX-License-Identifier: GPL-3.0-or-later
// What the structs of described documents are made of; their descriptions are in field.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

template <class S>
class Section;

// The names of an enumeration's values in documents; specialized next to each enumeration:
//   template <> struct Names<Launcher> {
//     static constexpr std::pair<Launcher, std::string_view> all[] = {...};
//   };
template <class Enum>
struct Names;

template <class Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& [candidate, name] : Names<Enum>::all)
    if (candidate == value) return name;
  return {};
}

template <class Enum>
constexpr std::optional<Enum> value_named(std::string_view text) {
  for (const auto& [candidate, name] : Names<Enum>::all)
    if (name == text) return candidate;
  return std::nullopt;
}

// A count that the program may choose itself: written as `auto`, held as an absent number.
struct AutoInteger {
  std::optional<std::int64_t> number;
};

using TextList = std::vector<std::string>;
// Null values are taken from the target's own environment.
using TextMap = std::vector<std::pair<std::string, std::optional<std::string>>>;

}  // namespace trainyard
