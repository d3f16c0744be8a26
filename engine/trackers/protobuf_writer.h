// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes Protocol Buffers messages field by field (as described on protobuf.dev): only what the
// files of other tools need.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trackers/byte_order.h"

namespace trainyard {

class ProtobufMessage {
 public:
  ProtobufMessage& add(int field, std::int64_t value) {
    begin(field, 0);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, double value) {
    begin(field, 1);
    bytes_ += little_endian(std::bit_cast<std::uint64_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, float value) {
    begin(field, 5);
    bytes_ += little_endian(std::bit_cast<std::uint32_t>(value));
    return *this;
  }
  ProtobufMessage& add(int field, std::string_view text) {
    begin(field, 2);
    varint(text.size());
    bytes_ += text;
    return *this;
  }
  ProtobufMessage& add(int field, const ProtobufMessage& message) {
    return add(field, std::string_view(message.bytes_));
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void begin(int field, unsigned kind) { varint(static_cast<std::uint64_t>(field) << 3 | kind); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace trainyard
