// SPDX-License-Identifier: GPL-3.0-or-later
// Thrift's compact protocol
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md) from bytes
// that nobody vouches for: what is not there, or too deep, makes it fail, and then everything reads
// as nothing.
#pragma once

#include <QByteArray>

namespace trainyard {

class ThriftReader {
 public:
  struct Field {
    int type = 0;
    qint64 number = 0;  // the one before it, until next() has read it
  };

  explicit ThriftReader(QByteArray bytes) : m_bytes(std::move(bytes)) {}
  bool hasFailed() const { return m_hasFailed; }

  // The next field of a structure; false at its end. `field` is the one before.
  bool next(Field& field);
  // The value of a field of this type; another type fails.
  qint64 integer(const Field& field);
  QByteArray bytes(const Field& field);
  // How many structures follow, each read with structure() or skipStructure().
  qint64 list(const Field& field);
  template <class T>
  T structure(T (*read)(ThriftReader&)) {
    if (++m_depth > deepest) m_hasFailed = true;
    T value = m_hasFailed ? T() : read(*this);
    --m_depth;
    return value;
  }
  void skip(const Field& field) { skipValue(field.type); }
  void skipStructure();

 private:
  static constexpr int deepest = 32;

  quint8 byte();
  quint64 varint();
  void skipValue(int type);
  void skipList();
  void skipMap();

  QByteArray m_bytes;
  qsizetype m_at = 0;
  int m_depth = 0;
  bool m_hasFailed = false;
};

}  // namespace trainyard
