// SPDX-License-Identifier: GPL-3.0-or-later
// Values by name, as programs print them: the last one of a name counts.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trainyard::agent {

inline bool has_value(const std::vector<std::pair<std::string, double>>& values,
                      std::string_view name) {
  return std::ranges::any_of(values, [&](const auto& known) { return known.first == name; });
}

inline void set_value(std::vector<std::pair<std::string, double>>& values, std::string name,
                      double value) {
  const auto same = std::find_if(values.begin(), values.end(),
                                 [&](const auto& known) { return known.first == name; });
  if (same == values.end())
    values.emplace_back(std::move(name), value);
  else
    same->second = value;
}

}  // namespace trainyard::agent
