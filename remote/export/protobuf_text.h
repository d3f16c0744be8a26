// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes Protocol Buffers messages field by field (as described on protobuf.dev): only what the
// files of other tools need.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainyard {

// The bytes of an unsigned integer, least significant first.
template <std::unsigned_integral Number>
std::string littleEndian(Number number) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes += static_cast<char>(number >> (8 * i) & 0xff);
  return bytes;
}

class ProtobufMessage {
 public:
  ProtobufMessage& add(int field, std::int64_t value) {
    begin(field, 0);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, double value) {
    begin(field, 1);
    m_bytes += littleEndian(std::bit_cast<std::uint64_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, float value) {
    begin(field, 5);
    m_bytes += littleEndian(std::bit_cast<std::uint32_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, std::string_view text) {
    begin(field, 2);
    varint(text.size());
    m_bytes += text;
    return *this;
  }
  ProtobufMessage& add(int field, const ProtobufMessage& message) {
    return add(field, std::string_view(message.m_bytes));
  }

  const std::string& bytes() const { return m_bytes; }

 private:
  void begin(int field, unsigned kind) { varint(static_cast<std::uint64_t>(field) << 3 | kind); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) m_bytes += static_cast<char>(value | 0x80);
    m_bytes += static_cast<char>(value);
  }

  std::string m_bytes;
};

}  // namespace trainyard
