// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QHash>
#include <QtEndian>

#include "remote/export/point_table.h"
#include "remote/export/replaced_file.h"
#include "remote/export/thrift_writer.h"

namespace trainyard {
namespace {

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

class ParquetPages {
 public:
  enum class Null { never, possible };

  ParquetPages(QByteArray name, ParquetType type, Null null)
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

void ParquetPages::addText(const QByteArray& text) {
  auto place = m_places.constFind(text);
  if (place == m_places.cend()) {
    place = m_places.insert(text, static_cast<std::uint32_t>(m_places.size()));
    m_dictionary += littleEndian(static_cast<std::uint32_t>(text.size())) + text;
  }
  m_indices.add(*place);
  ++m_rows;
}

void ParquetPages::addBits(std::optional<std::uint64_t> bits) {
  m_definitions.add(bits ? 1 : 0);
  if (bits) m_numbers += littleEndian(*bits);
  ++m_rows;
}

ThriftStruct ParquetPages::schema() const {
  ThriftStruct element;
  element.integer(1, static_cast<std::int32_t>(m_type))
      .integer(3, m_null == Null::possible ? optional : required)
      .text(4, m_name);
  // ConvertedType for older readers, LogicalType STRING for newer ones.
  if (m_type == ParquetType::text)
    element.integer(6, utf8).inner(10, ThriftStruct().inner(1, ThriftStruct()));
  return element;
}

int ParquetPages::indexWidth() const {
  const auto last = static_cast<std::uint64_t>(m_places.size() - 1);
  return std::max(1, static_cast<int>(std::bit_width(last)));
}

QByteArray ParquetPages::dictionaryPage() const {
  ThriftStruct header;
  header.integer(1, static_cast<std::int32_t>(m_places.size())).integer(2, plainEncoding);
  return page(dictionaryPageType, 7, header, m_dictionary);
}

QByteArray ParquetPages::dataPage() const {
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

ParquetPages::Chunk ParquetPages::takeChunk(std::int64_t offset) {
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
  *this = ParquetPages(m_name, m_type, m_null);
  return chunk;
}

constexpr std::int32_t rowsInGroup = 1 << 18;  // about 10 MB while they are collected
constexpr const char* magic = "PAR1";

class ParquetTable final : public PointTable {
 public:
  explicit ParquetTable(const QString& path) : m_file(path) {
    using Null = ParquetPages::Null;
    for (std::size_t i = 0; i < columns.size(); ++i)
      m_columns.emplace_back(columns[i],
                             i < 3    ? ParquetType::text
                             : i == 3 ? ParquetType::whole
                                      : ParquetType::real,
                             i == 3 || i == 4 ? Null::possible : Null::never);
  }

  Result<void> open() {
    TRY(m_file.open());
    return m_file.write(magic);
  }

  Result<void> add(const RunRecord& run, const QString& metric, const MetricPoint& point) override {
    m_columns[0].addText(run.run.toUtf8());
    m_columns[1].addText(shownName(run).toUtf8());
    m_columns[2].addText(metric.toUtf8());
    m_columns[3].addWhole(point.step);
    m_columns[4].addReal(point.epoch);
    m_columns[5].addReal(point.time);
    m_columns[6].addReal(point.value);
    return ++m_rows < rowsInGroup ? Result<void>() : writeGroup();
  }

  Result<void> finish() override {
    if (m_rows > 0) {
      TRY(writeGroup());
    }
    std::vector<ThriftStruct> schema(1);
    schema[0].text(4, "schema").integer(5, static_cast<std::int32_t>(m_columns.size()));
    for (const ParquetPages& column : m_columns) schema.push_back(column.schema());
    ThriftStruct footer;
    footer.integer(1, 2)
        .structs(2, schema)
        .whole(3, m_allRows)
        .structs(4, m_groups)
        .text(6, "trainyard");
    const QByteArray bytes = footer.bytes();
    QByteArray size(4, Qt::Uninitialized);
    qToLittleEndian(static_cast<std::uint32_t>(bytes.size()), size.data());
    TRY(m_file.write(bytes + size + magic));
    return m_file.finish();
  }

 private:
  Result<void> writeGroup() {
    std::vector<ThriftStruct> chunks;
    const qint64 begin = m_file.size();
    for (ParquetPages& column : m_columns) {
      const ParquetPages::Chunk chunk = column.takeChunk(m_file.size());
      TRY(m_file.write(chunk.pages));
      chunks.push_back(chunk.description);
    }
    ThriftStruct group;
    group.structs(1, chunks).whole(2, m_file.size() - begin).whole(3, m_rows);
    m_groups.push_back(group);
    m_allRows += m_rows;
    m_rows = 0;
    return {};
  }

  ReplacedFile m_file;
  std::vector<ParquetPages> m_columns;
  std::vector<ThriftStruct> m_groups;
  std::int32_t m_rows = 0;  // of the group
  std::int64_t m_allRows = 0;
};

}  // namespace

Result<std::unique_ptr<PointTable>> parquetTable(const QString& path) {
  auto table = std::make_unique<ParquetTable>(path);
  TRY(table->open());
  return std::unique_ptr<PointTable>(std::move(table));
}

}  // namespace trainyard
