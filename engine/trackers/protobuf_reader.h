// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes Protocol Buffers messages field by field (as described on protobuf.dev), without copying
// them. A message inside is a field of bytes, for which its caller makes another reader: nesting is
// as deep as the caller goes, and no input can make it deeper.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trainyard {

struct ProtobufField {
  enum class Type { varint, fixed64, bytes, fixed32 };

  std::uint32_t number = 0;
  Type type = Type::varint;
  std::uint64_t bits = 0;  // of any number
  std::string_view bytes;  // of texts, messages and packed numbers

  bool is(std::uint32_t wanted, Type wanted_type) const {
    return number == wanted && type == wanted_type;
  }
  std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
  double real() const {
    return type == Type::fixed32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                 : std::bit_cast<double>(bits);
  }
};

class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view message) : left_(message) {}

  // The next field; nothing at the end, and where the bytes are no message.
  std::optional<ProtobufField> next();
  bool is_malformed() const { return is_malformed_; }

 private:
  std::optional<std::uint64_t> varint();
  std::optional<std::string_view> take(std::uint64_t count);
  bool read_value(ProtobufField& field, unsigned wire_type);

  std::string_view left_;
  bool is_malformed_ = false;
};

// The first number of a repeated field, which may be packed. `size`: bytes of a number, 0 for
// varints.
std::optional<std::uint64_t> first_bits(const ProtobufField& field, std::size_t size);

// Unix seconds of a google.protobuf.Timestamp.
double timestamp_seconds(std::string_view timestamp);

}  // namespace trainyard
