// SPDX-License-Identifier: GPL-3.0-or-later
// Unsigned integers as bytes: least significant first, as most files of trackers have them, or most
// significant first, as SQLite's.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace trainyard {

template <std::unsigned_integral Number>
std::string little_endian(Number number) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes += static_cast<char>(number >> (8 * i) & 0xff);
  return bytes;
}

// `bytes` must have as many as the number; what follows them is ignored.
template <std::unsigned_integral Number>
Number from_little_endian(std::string_view bytes) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number = static_cast<Number>(number | static_cast<Number>(static_cast<unsigned char>(bytes[i]))
                                              << (8 * i));
  return number;
}

template <std::unsigned_integral Number>
Number from_big_endian(std::string_view bytes) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  return number;
}

}  // namespace trainyard
