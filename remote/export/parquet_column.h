// SPDX-License-Identifier: GPL-3.0-or-later
// A column of a Parquet file (parquet.apache.org, parquet.thrift) while the rows of a group are
// collected. Texts, which repeat from row to row, are in a dictionary; nothing is compressed.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QHash>

#include "remote/export/thrift_writer.h"

namespace trainyard {

// Equal numbers that follow each other, by their count: RLE of Parquet's hybrid encoding.
class RunLengths {
 public:
  void add(std::uint32_t number);
  QByteArray bytes(int bitWidth) const;

 private:
  struct Run {
    std::uint32_t number;
    std::uint64_t count;
  };
  std::vector<Run> m_runs;
};

enum class ParquetType { whole = 2, real = 5, text = 6 };  // INT64, DOUBLE, BYTE_ARRAY

class ColumnWriter {
 public:
  enum class Null { never, possible };

  ColumnWriter(QByteArray name, ParquetType type, Null null)
      : m_name(std::move(name)), m_type(type), m_null(null) {}

  void addText(const QByteArray& text);
  void addWhole(std::optional<std::int64_t> number) {
    addBits(number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt);
  }
  void addReal(std::optional<double> number) {
    addBits(number ? std::optional(std::bit_cast<std::uint64_t>(*number)) : std::nullopt);
  }

  ThriftStruct schema() const;
  // The pages of the group, to be written at `offset` of the file, and what the footer says of
  // them. Begins the next group.
  struct Chunk {
    QByteArray pages;
    ThriftStruct description;
  };
  Chunk takeChunk(std::int64_t offset);

 private:
  void addBits(std::optional<std::uint64_t> bits);
  QByteArray dataPage() const;
  QByteArray dictionaryPage() const;
  int indexWidth() const;

  QByteArray m_name;
  ParquetType m_type;
  Null m_null;
  std::int32_t m_rows = 0;
  RunLengths m_definitions, m_indices;
  QHash<QByteArray, std::uint32_t> m_places;  // in the dictionary
  QByteArray m_dictionary, m_numbers;         // plain
};

}  // namespace trainyard
