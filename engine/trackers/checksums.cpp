// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/checksums.h"

#include <array>

namespace trainyard {
namespace {

using Table = std::array<std::uint32_t, 256>;

constexpr Table make_table(std::uint32_t reflected_polynomial) {
  Table table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    table[i] = i;
    for (int bit = 0; bit < 8; ++bit)
      table[i] = table[i] >> 1 ^ ((table[i] & 1) != 0 ? reflected_polynomial : 0u);
  }
  return table;
}

std::uint32_t checksum(const Table& table, std::string_view bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  for (const char byte : bytes)
    crc = crc >> 8 ^ table[(crc ^ static_cast<unsigned char>(byte)) & 0xff];
  return ~crc;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  static constexpr Table table = make_table(0x82f63b78u);
  return checksum(table, bytes, 0);
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  static constexpr Table table = make_table(0xedb88320u);
  return checksum(table, bytes, before);
}

}  // namespace trainyard
