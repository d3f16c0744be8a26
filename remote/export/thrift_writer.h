// SPDX-License-Identifier: GPL-3.0-or-later
// Writes structs of Apache Thrift's compact protocol, as which Parquet has its headers
// (doc/specs/thrift-compact-protocol.md there).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include <QByteArray>

namespace trainyard {

// A number of seven bits a byte.
inline QByteArray varintBytes(std::uint64_t number) {
  QByteArray bytes;
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
  return bytes;
}

// A struct, whose fields are added in the order of their numbers.
class ThriftStruct {
 public:
  ThriftStruct& integer(int field, std::int32_t value) {
    begin(field, integerType);
    m_bytes += zigzag(value);
    return *this;
  }
  ThriftStruct& whole(int field, std::int64_t value) {
    begin(field, wholeType);
    m_bytes += zigzag(value);
    return *this;
  }
  ThriftStruct& text(int field, const QByteArray& value) {
    begin(field, textType);
    m_bytes += withLength(value);
    return *this;
  }
  ThriftStruct& inner(int field, const ThriftStruct& value) {
    begin(field, structType);
    m_bytes += value.bytes();
    return *this;
  }
  ThriftStruct& integers(int field, std::initializer_list<std::int32_t> values) {
    beginList(field, values.size(), integerType);
    for (const std::int32_t value : values) m_bytes += zigzag(value);
    return *this;
  }
  ThriftStruct& texts(int field, std::initializer_list<QByteArray> values) {
    beginList(field, values.size(), textType);
    for (const QByteArray& value : values) m_bytes += withLength(value);
    return *this;
  }
  ThriftStruct& structs(int field, std::span<const ThriftStruct> values) {
    beginList(field, values.size(), structType);
    for (const ThriftStruct& value : values) m_bytes += value.bytes();
    return *this;
  }

  QByteArray bytes() const { return m_bytes + '\0'; }

 private:
  static constexpr int integerType = 5, wholeType = 6, textType = 8, listType = 9, structType = 12;

  static QByteArray zigzag(std::int64_t value) {
    return varintBytes((static_cast<std::uint64_t>(value) << 1) ^
                       static_cast<std::uint64_t>(value >> 63));
  }
  static QByteArray withLength(const QByteArray& value) {
    return varintBytes(static_cast<std::uint64_t>(value.size())) + value;
  }
  void begin(int field, int type) {
    m_bytes += static_cast<char>((field - m_last) << 4 | type);
    m_last = field;
  }
  void beginList(int field, std::size_t count, int type) {
    constexpr std::size_t longList = 15;
    begin(field, listType);
    if (count < longList) {
      m_bytes += static_cast<char>(count << 4 | static_cast<std::size_t>(type));
    } else {
      m_bytes += static_cast<char>(0xf0 | type);
      m_bytes += varintBytes(count);
    }
  }

  QByteArray m_bytes;
  int m_last = 0;
};

}  // namespace trainyard
