// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as values of a store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trainyard {

inline std::vector<std::uint8_t> bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}
inline std::string text_of(const std::vector<std::uint8_t>& bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace trainyard
