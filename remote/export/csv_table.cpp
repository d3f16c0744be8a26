// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/point_table.h"
#include "remote/export/replaced_file.h"
#include "remote/values/csv_cells.h"

namespace trainyard {
namespace {

constexpr qsizetype bytesAtOnce = 1 << 20;

class CsvTable final : public PointTable {
 public:
  explicit CsvTable(const QString& path) : m_file(path) {}

  Result<void> open() {
    QByteArrayList names;
    for (const char* column : columns) names << column;
    m_piece = names.join(',') + '\n';
    return m_file.open();
  }

  Result<void> add(const RunRecord& run, const QString& metric, const MetricPoint& point) override {
    m_piece += run.run.toUtf8() + ',' + csvCell(shownName(run)) + ',' + csvCell(metric) + ',';
    if (point.step) m_piece += QByteArray::number(*point.step);
    m_piece += ',';
    if (point.epoch) m_piece += csvNumber(*point.epoch);
    m_piece += ',' + csvNumber(point.time) + ',' + csvNumber(point.value) + '\n';
    return m_piece.size() < bytesAtOnce ? Result<void>() : flush();
  }

  Result<void> finish() override {
    TRY(flush());
    return m_file.finish();
  }

 private:
  Result<void> flush() {
    TRY(m_file.write(m_piece));
    m_piece.clear();
    return {};
  }

  ReplacedFile m_file;
  QByteArray m_piece;
};

}  // namespace

Result<std::unique_ptr<PointTable>> csvTable(const QString& path) {
  auto table = std::make_unique<CsvTable>(path);
  TRY(table->open());
  return std::unique_ptr<PointTable>(std::move(table));
}

}  // namespace trainyard
