// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <QtEndian>

#include "remote/export/parquet_column.h"
#include "remote/export/point_table.h"
#include "remote/export/replaced_file.h"

namespace trainyard {
namespace {

constexpr std::int32_t rowsInGroup = 1 << 18;  // about 10 MB while they are collected
constexpr const char* magic = "PAR1";

class ParquetTable final : public PointTable {
 public:
  explicit ParquetTable(const QString& path) : m_file(path) {
    using Null = ColumnWriter::Null;
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
    for (const ColumnWriter& column : m_columns) schema.push_back(column.schema());
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
    for (ColumnWriter& column : m_columns) {
      const ColumnWriter::Chunk chunk = column.takeChunk(m_file.size());
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
  std::vector<ColumnWriter> m_columns;
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
