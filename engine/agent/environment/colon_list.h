// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace trainyard::agent {

// The parts of a variable such as PATH that are not empty, at most so many.
inline std::vector<std::string> colon_list(const std::string& text, std::size_t max_parts) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from < text.size() && parts.size() < max_parts;) {
    const std::size_t to = std::min(text.find(':', from), text.size());
    if (to > from) parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

}  // namespace trainyard::agent
