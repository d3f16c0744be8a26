// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/thrift_reader.h"

namespace trainyard {
namespace {

enum ThriftType {
  stopType,
  trueType,
  falseType,
  byteType,
  i16Type,
  i32Type,
  i64Type,
  doubleType,
  binaryType,
  listType,
  setType,
  mapType,
  structType
};

qint64 fromZigzag(quint64 value) {
  return static_cast<qint64>(value >> 1) ^ -static_cast<qint64>(value & 1);
}

}  // namespace

quint8 ThriftReader::byte() {
  if (m_at >= m_bytes.size()) m_hasFailed = true;
  return m_hasFailed ? 0 : static_cast<quint8>(m_bytes[m_at++]);
}

quint64 ThriftReader::varint() {
  quint64 value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const quint8 part = byte();
    value |= static_cast<quint64>(part & 0x7f) << shift;
    if (!(part & 0x80)) return value;
  }
  m_hasFailed = true;
  return 0;
}

bool ThriftReader::next(Field& field) {
  const quint8 head = byte();
  field.type = head & 0x0f;
  if (m_hasFailed || field.type == stopType) return false;
  const int delta = head >> 4;
  field.number = delta > 0 ? (field.number + delta) & 0xffff : fromZigzag(varint());
  return !m_hasFailed;
}

qint64 ThriftReader::integer(const Field& field) {
  if (field.type < i16Type || field.type > i64Type) m_hasFailed = true;
  return m_hasFailed ? 0 : fromZigzag(varint());
}

QByteArray ThriftReader::bytes(const Field& field) {
  if (field.type != binaryType) m_hasFailed = true;
  const quint64 length = varint();
  if (length > static_cast<quint64>(m_bytes.size() - m_at)) m_hasFailed = true;
  if (m_hasFailed) return {};
  m_at += static_cast<qsizetype>(length);
  return m_bytes.sliced(m_at - static_cast<qsizetype>(length), static_cast<qsizetype>(length));
}

qint64 ThriftReader::list(const Field& field) {
  const quint8 head = byte();
  if (field.type != listType || (head & 0x0f) != structType) m_hasFailed = true;
  const quint64 count = head >> 4 == 15 ? varint() : head >> 4;
  // Each takes a byte at least.
  if (count > static_cast<quint64>(m_bytes.size() - m_at)) m_hasFailed = true;
  return m_hasFailed ? 0 : static_cast<qint64>(count);
}

void ThriftReader::skipStructure() {
  if (++m_depth > deepest) m_hasFailed = true;
  for (Field field; next(field);) skipValue(field.type);
  --m_depth;
}

void ThriftReader::skipList() {
  const quint8 head = byte();
  const int type = head & 0x0f;
  if (++m_depth > deepest) m_hasFailed = true;
  for (quint64 left = head >> 4 == 15 ? varint() : head >> 4; left > 0 && !m_hasFailed; --left) {
    if (type == trueType || type == falseType)
      byte();  // in a list, a boolean takes one
    else
      skipValue(type);
  }
  --m_depth;
}

void ThriftReader::skipMap() {
  const quint64 count = varint();
  const quint8 types = count > 0 ? byte() : 0;
  if (++m_depth > deepest) m_hasFailed = true;
  for (quint64 left = count; left > 0 && !m_hasFailed; --left)
    for (const int type : {types >> 4, types & 0x0f}) {
      if (type == trueType || type == falseType)
        byte();
      else
        skipValue(type);
    }
  --m_depth;
}

void ThriftReader::skipValue(int type) {
  switch (type) {
    case trueType:
    case falseType:
      return;
    case byteType:
      byte();
      return;
    case i16Type:
    case i32Type:
    case i64Type:
      varint();
      return;
    case doubleType:
      for (int i = 0; i < 8; ++i) byte();
      return;
    case binaryType:
      bytes({binaryType, 0});
      return;
    case listType:
    case setType:
      return skipList();
    case mapType:
      return skipMap();
    case structType:
      return skipStructure();
    default:
      m_hasFailed = true;
  }
}

}  // namespace trainyard
