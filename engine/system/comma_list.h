// SPDX-License-Identifier: GPL-3.0-or-later
// Joins names for a sentence.
#pragma once

#include <ranges>
#include <string>

namespace trainyard {

// "a, b, c"
template <std::ranges::input_range Names>
std::string comma_list(const Names& names) {
  std::string list;
  for (const auto& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

}  // namespace trainyard
