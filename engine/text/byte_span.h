// SPDX-License-Identifier: GPL-3.0-or-later
// The position of a token in a word.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard {

// Bytes [begin, end) of a word.
struct ByteSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

inline ByteSpan byte_span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace trainyard
