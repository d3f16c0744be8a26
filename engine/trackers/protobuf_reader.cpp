// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/protobuf_reader.h"

#include <string>

#include "engine/trackers/byte_order.h"

namespace trainyard {

std::optional<std::uint64_t> ProtobufReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 70 && !left_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    if (shift == 63 && byte > 1) return std::nullopt;  // more than 64 bits
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

std::optional<std::string_view> ProtobufReader::take(std::uint64_t count) {
  if (count > left_.size()) return std::nullopt;
  const std::string_view bytes = left_.substr(0, static_cast<std::size_t>(count));
  left_.remove_prefix(bytes.size());
  return bytes;
}

bool ProtobufReader::read_value(ProtobufField& field, unsigned wire_type) {
  std::optional<std::string_view> bytes;
  switch (wire_type) {
    case 0: {
      const auto value = varint();
      field.bits = value.value_or(0);
      return value.has_value();
    }
    case 1:
      field.type = ProtobufField::Type::fixed64;
      if ((bytes = take(8))) field.bits = from_little_endian<std::uint64_t>(*bytes);
      return bytes.has_value();
    case 2: {
      field.type = ProtobufField::Type::bytes;
      const auto length = varint();
      if (length && (bytes = take(*length))) field.bytes = *bytes;
      return bytes.has_value();
    }
    case 5:
      field.type = ProtobufField::Type::fixed32;
      if ((bytes = take(4))) field.bits = from_little_endian<std::uint32_t>(*bytes);
      return bytes.has_value();
    default:  // groups, which no tracker writes, and what does not exist
      return false;
  }
}

std::optional<ProtobufField> ProtobufReader::next() {
  if (left_.empty() || is_malformed_) return std::nullopt;
  ProtobufField field;
  const auto key = varint();
  if (key && *key >> 3 != 0 && *key >> 3 < (1u << 29)) {
    field.number = static_cast<std::uint32_t>(*key >> 3);
    if (read_value(field, static_cast<unsigned>(*key & 7))) return field;
  }
  is_malformed_ = true;
  return std::nullopt;
}

std::optional<std::uint64_t> first_bits(const ProtobufField& field, std::size_t size) {
  if (field.type != ProtobufField::Type::bytes) return field.bits;
  if (size == 8 && field.bytes.size() >= 8) return from_little_endian<std::uint64_t>(field.bytes);
  if (size == 4 && field.bytes.size() >= 4) return from_little_endian<std::uint32_t>(field.bytes);
  if (size != 0 || field.bytes.empty()) return std::nullopt;
  // A varint alone is the value of a field; this one is given a field's key.
  std::string keyed(1, '\x08');
  keyed += field.bytes.substr(0, 10);
  ProtobufReader reader(keyed);
  const auto number = reader.next();
  return number ? std::optional(number->bits) : std::nullopt;
}

double timestamp_seconds(std::string_view timestamp) {
  double seconds = 0;
  ProtobufReader reader(timestamp);
  while (const auto field = reader.next()) {
    if (field->is(1, ProtobufField::Type::varint)) seconds += static_cast<double>(field->integer());
    if (field->is(2, ProtobufField::Type::varint))
      seconds += static_cast<double>(field->integer()) * 1e-9;
  }
  return seconds;
}

}  // namespace trainyard
