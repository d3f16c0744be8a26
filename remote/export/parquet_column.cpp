// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/parquet_column.h"

#include <algorithm>

#include <QtEndian>

namespace trainyard {
namespace {

// Of parquet.thrift.
constexpr std::int32_t required = 0, optional = 1;
constexpr std::int32_t plainEncoding = 0, rleEncoding = 3, dictionaryEncoding = 8;
constexpr std::int32_t dataPageType = 0, dictionaryPageType = 2;
constexpr std::int32_t utf8 = 0, uncompressed = 0;

template <class T>
QByteArray littleEndian(T number) {
  QByteArray bytes(sizeof(T), Qt::Uninitialized);
  qToLittleEndian(number, bytes.data());
  return bytes;
}

QByteArray page(std::int32_t type, int headerField, const ThriftStruct& header,
                const QByteArray& content) {
  const auto size = static_cast<std::int32_t>(content.size());
  ThriftStruct whole;
  whole.integer(1, type).integer(2, size).integer(3, size).inner(headerField, header);
  return whole.bytes() + content;
}

}  // namespace

void RunLengths::add(std::uint32_t number) {
  if (m_runs.empty() || m_runs.back().number != number)
    m_runs.push_back({number, 1});
  else
    ++m_runs.back().count;
}

QByteArray RunLengths::bytes(int bitWidth) const {
  QByteArray bytes;
  for (const Run& run : m_runs) {
    bytes += varintBytes(run.count << 1);
    bytes += littleEndian(run.number).first((bitWidth + 7) / 8);
  }
  return bytes;
}

void ColumnWriter::addText(const QByteArray& text) {
  auto place = m_places.constFind(text);
  if (place == m_places.cend()) {
    place = m_places.insert(text, static_cast<std::uint32_t>(m_places.size()));
    m_dictionary += littleEndian(static_cast<std::uint32_t>(text.size())) + text;
  }
  m_indices.add(*place);
  ++m_rows;
}

void ColumnWriter::addBits(std::optional<std::uint64_t> bits) {
  m_definitions.add(bits ? 1 : 0);
  if (bits) m_numbers += littleEndian(*bits);
  ++m_rows;
}

ThriftStruct ColumnWriter::schema() const {
  ThriftStruct element;
  element.integer(1, static_cast<std::int32_t>(m_type))
      .integer(3, m_null == Null::possible ? optional : required)
      .text(4, m_name);
  // ConvertedType for older readers, LogicalType STRING for newer ones.
  if (m_type == ParquetType::text)
    element.integer(6, utf8).inner(10, ThriftStruct().inner(1, ThriftStruct()));
  return element;
}

int ColumnWriter::indexWidth() const {
  const auto last = static_cast<std::uint64_t>(m_places.size() - 1);
  return std::max(1, static_cast<int>(std::bit_width(last)));
}

QByteArray ColumnWriter::dictionaryPage() const {
  ThriftStruct header;
  header.integer(1, static_cast<std::int32_t>(m_places.size())).integer(2, plainEncoding);
  return page(dictionaryPageType, 7, header, m_dictionary);
}

QByteArray ColumnWriter::dataPage() const {
  QByteArray content;
  if (m_null == Null::possible) {
    const QByteArray levels = m_definitions.bytes(1);
    content = littleEndian(static_cast<std::uint32_t>(levels.size())) + levels;
  }
  const bool isText = m_type == ParquetType::text;
  if (isText) content += static_cast<char>(indexWidth()) + m_indices.bytes(indexWidth());
  content += m_numbers;
  ThriftStruct header;
  header.integer(1, m_rows)
      .integer(2, isText ? dictionaryEncoding : plainEncoding)
      .integer(3, rleEncoding)
      .integer(4, rleEncoding);
  return page(dataPageType, 5, header, content);
}

ColumnWriter::Chunk ColumnWriter::takeChunk(std::int64_t offset) {
  const bool isText = m_type == ParquetType::text;
  const QByteArray dictionary = isText ? dictionaryPage() : QByteArray();
  Chunk chunk{dictionary + dataPage(), {}};
  ThriftStruct about;
  about.integer(1, static_cast<std::int32_t>(m_type))
      .integers(2, {plainEncoding, rleEncoding, dictionaryEncoding})
      .texts(3, {m_name})
      .integer(4, uncompressed)
      .whole(5, m_rows)
      .whole(6, chunk.pages.size())
      .whole(7, chunk.pages.size())
      .whole(9, offset + dictionary.size());
  if (isText) about.whole(11, offset);
  chunk.description.whole(2, offset).inner(3, about);
  *this = ColumnWriter(m_name, m_type, m_null);
  return chunk;
}

}  // namespace trainyard
