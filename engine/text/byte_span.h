// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a word a token stands.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard {

// Bytes of a word, from `begin` to before `end`.
struct ByteSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

inline ByteSpan byte_span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace trainyard
