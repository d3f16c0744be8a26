// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/curve_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "remote/store/curve_pyramid.h"
#include "remote/store/loss_series.h"
#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

}  // namespace

std::size_t CurveReader::columnOf(double x) const {
  if (m_columns.size() == 1) return 0;
  const double share = (x - m_range.low) / (m_range.high - m_range.low);
  return static_cast<std::size_t>(std::clamp(share * static_cast<double>(m_columns.size()), 0.0,
                                             static_cast<double>(m_columns.size() - 1)));
}

// Returns false if only the parts of the block can be counted.
bool CurveReader::take(const CurveBlock& block, double limit) {
  const double low = block.low(), high = block.high();
  if (block.counted() == 0 || (block.numbered == 0 && low > limit)) return true;
  if (block.numbered < block.counted() && high > limit) return false;
  if (high < m_range.low) {
    if (!m_before || m_before->x < high)
      m_before = CurveSpot{high, high == block.last.x ? block.last.y : CurveBlock::none};
    return true;
  }
  if (low > m_range.high) {
    if (!m_after || m_after->x > low)
      m_after = CurveSpot{low, low == block.first.x ? block.first.y : CurveBlock::none};
    return true;
  }
  if (low < m_range.low || high > m_range.high || columnOf(low) != columnOf(high)) return false;
  m_columns[columnOf(low)].merge(block);
  return true;
}

void CurveReader::take(CurveSpot spot, bool isNumbered, double limit) {
  if (!isNumbered && spot.x > limit) return;
  const double value = std::isfinite(spot.y) ? spot.y : CurveBlock::none;
  if (spot.x < m_range.low) {
    if (!m_before || m_before->x < spot.x) m_before = CurveSpot{spot.x, value};
  } else if (spot.x > m_range.high) {
    if (!m_after || m_after->x > spot.x) m_after = CurveSpot{spot.x, value};
  } else {
    m_columns[columnOf(spot.x)].add(spot, isNumbered);
  }
}

void CurveReader::readPoints(const Part& part, qint64 firstSequence, qint64 lastSequence) {
  auto rows = m_statements.sql(
      QStringLiteral("SELECT step, place, value FROM points WHERE series = ? AND attempt = ? AND "
                     "sequence BETWEEN ? AND ? AND is_replaced IS NULL"),
      {part.series, part.attempt, firstSequence, lastSequence});
  while (rows && rows->next()) {
    const bool isNumbered = rows->value(0).isNull();
    if (isNumbered)
      m_numbered = rows->value(1).isNull() ? m_numbered + 1 : rows->value(1).toDouble();
    const double x = isNumbered ? m_numbered : rows->value(0).toDouble();
    take({x, storedNumber(rows->value(2))}, isNumbered, part.limit);
  }
}

void CurveReader::readBlocks(const Part& part, int level, qint64 firstBlock, qint64 lastBlock) {
  struct Row {
    qint64 block, firstSequence, lastSequence;
  };
  std::vector<Row> further;
  auto rows = m_statements.sql(
      QStringLiteral("SELECT block, first_sequence, last_sequence, content FROM blocks WHERE "
                     "series = ? AND attempt = ? AND level = ? AND block BETWEEN ? AND ?"),
      {part.series, part.attempt, level, firstBlock, lastBlock});
  while (rows && rows->next())
    if (!take(CurveBlock::fromBytes(rows->value(3).toByteArray()), part.limit))
      further.push_back(
          {rows->value(0).toLongLong(), rows->value(1).toLongLong(), rows->value(2).toLongLong()});
  for (const Row& row : further) {
    const qint64 first = row.block * blockFanout;
    if (level == 1)
      readPoints(part, row.firstSequence, row.lastSequence);
    else
      readBlocks(part, level - 1, first, first + blockFanout - 1);
  }
}

QList<CurveReader::Part> CurveReader::partsOf(qint64 series) {
  QList<Part> parts;
  auto rows = m_statements.sql(
      QStringLiteral(
          "SELECT a.attempt, a.superseded_after, s.is_filled FROM series s JOIN attempts "
          "a ON a.run = s.run WHERE s.series = ? ORDER BY a.attempt"),
      {series});
  while (rows && rows->next())
    parts.append({series, rows->value(0).toInt(),
                  rows->value(1).isNull() ? everywhere : rows->value(1).toDouble(),
                  rows->value(2).toBool()});
  m_numbered = 0;
  return parts;
}

void CurveReader::readPart(const Part& part) {
  if (!part.hasBlocks) return readPoints(part, 0, std::numeric_limits<qint64>::max());
  auto top = m_statements.sql(
      QStringLiteral("SELECT max(level) FROM blocks WHERE series = ? AND attempt = ?"),
      {part.series, part.attempt});
  const int level = top && top->next() ? top->value(0).toInt() : 0;
  if (top) top->finish();
  if (level > 0) readBlocks(part, level, 0, blockFanout);
}

CurveBlock CurveReader::whole(qint64 series) {
  CurveBlock all;
  m_range = {-everywhere, everywhere};
  m_newest.reset();
  for (const Part& part : partsOf(series)) {
    m_columns.assign(1, {});
    readPart(part);
    if (m_columns.front().counted() > 0) m_newest = {part.attempt, m_columns.front().high()};
    all.merge(m_columns.front());
  }
  return all;
}

Curve CurveReader::read(const QString& run, const QString& metric, std::optional<CurveRange> range,
                        int columns) {
  Curve curve;
  QVariantList names{run};
  if (!isOwnLoss(metric)) names << metric;
  auto found =
      m_statements.sql(QStringLiteral("SELECT ") + seriesSql(QStringLiteral("?"), metric), names);
  if (!found || !found->next()) return curve;
  const QVariant known = found->value(0);
  found->finish();
  if (known.isNull()) return curve;
  const qint64 series = known.toLongLong();
  curve.whole = whole(series);
  if (curve.whole.counted() == 0) return curve;
  m_range = range.value_or(CurveRange{curve.whole.low(), curve.whole.high()});
  m_columns.assign(m_range.low < m_range.high ? static_cast<std::size_t>(std::max(columns, 1)) : 1,
                   {});
  m_before.reset();
  m_after.reset();
  for (const Part& part : partsOf(series)) readPart(part);
  for (const CurveBlock& column : m_columns)
    if (column.counted() > 0) curve.columns.append(column);
  curve.before = m_before;
  curve.after = m_after;
  return curve;
}

}  // namespace trainyard
