// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/curve_pyramid.h"

#include <cmath>

#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

QVariant boundOrNull(double value) { return std::isnan(value) ? QVariant() : QVariant(value); }

}  // namespace

CurvePyramid::Tail& CurvePyramid::tailOf(Place place) {
  const auto known = m_tails.find(place);
  if (known != m_tails.end()) return known->second;
  Tail& tail = m_tails[place];
  for (int level = 1;; ++level) {
    auto row = m_statements.sql(
        QStringLiteral("SELECT block, first_sequence, last_sequence, content FROM blocks WHERE "
                       "series = ? AND attempt = ? AND level = ? ORDER BY block DESC LIMIT 1"),
        {place.first, place.second, level});
    if (!row || !row->next()) break;
    tail.levels.push_back({row->value(0).toLongLong(), row->value(1).toLongLong(),
                           row->value(2).toLongLong(),
                           CurveBlock::fromBytes(row->value(3).toByteArray()), false});
    row->finish();
  }
  auto high = m_statements.sql(
      QStringLiteral("SELECT max(high) FROM blocks WHERE series = ? AND attempt = ? AND level = ?"),
      {place.first, place.second, static_cast<int>(tail.levels.size())});
  if (high && high->next() && !high->value(0).isNull()) tail.high = high->value(0).toDouble();
  if (high) high->finish();
  return tail;
}

void CurvePyramid::write(Place place, int level, Level& block) {
  if (!std::exchange(block.isChanged, false)) return;
  m_statements.sql(
      QStringLiteral("INSERT OR REPLACE INTO blocks(series, attempt, level, block, first_sequence, "
                     "last_sequence, low, high, content) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      {place.first, place.second, level, block.block, block.firstSequence, block.lastSequence,
       boundOrNull(block.content.low()), boundOrNull(block.content.high()),
       block.content.toBytes()});
}

void CurvePyramid::write(Place place, Tail& tail) {
  for (std::size_t i = 0; i < tail.levels.size(); ++i)
    write(place, static_cast<int>(i) + 1, tail.levels[i]);
}

void CurvePyramid::flush() {
  for (auto& [place, tail] : m_tails) write(place, tail);
}

void CurvePyramid::add(const Point& point) {
  const Place place{point.series, point.attempt};
  if (!point.isNumbered && point.x <= tailOf(place).high) replace(place, point.x);
  Tail& tail = tailOf(place);
  if (tail.levels.empty()) tail.levels.push_back({0, point.sequence, 0, {}, true});
  double capacity = blockFanout;
  for (std::size_t i = 0; i < tail.levels.size(); ++i, capacity *= blockFanout) {
    if (tail.levels[i].content.points < capacity) continue;
    if (i + 1 == tail.levels.size()) {
      tail.levels.push_back(tail.levels[i]);
      tail.levels.back().isChanged = true;
    }
    write(place, static_cast<int>(i) + 1, tail.levels[i]);
    tail.levels[i] = {tail.levels[i].block + 1, point.sequence, 0, {}, true};
  }
  for (Level& level : tail.levels) {
    level.content.add({point.x, point.y}, point.isNumbered);
    level.lastSequence = point.sequence;
    level.isChanged = true;
  }
  tail.high = std::fmax(tail.high, point.x);
}

// At most one point per step counts, so at most one is found.
void CurvePyramid::replace(Place place, double x) {
  Tail& tail = tailOf(place);
  if (tail.levels.empty() || !(x <= tail.high)) return;
  write(place, tail);
  const int top = static_cast<int>(tail.levels.size());
  if (replaceBelow(place, top, 0, blockFanout, x)) m_tails.erase(place);
}

bool CurvePyramid::replaceBelow(Place place, int level, qint64 firstBlock, qint64 lastBlock,
                                double x) {
  auto rows = m_statements.sql(
      QStringLiteral("SELECT block, first_sequence, last_sequence FROM blocks WHERE series = ? AND "
                     "attempt = ? AND level = ? AND block BETWEEN ? AND ? AND low <= ? AND "
                     "high >= ?"),
      {place.first, place.second, level, firstBlock, lastBlock, x, x});
  std::vector<Level> found;
  while (rows && rows->next())
    found.push_back({rows->value(0).toLongLong(),
                     rows->value(1).toLongLong(),
                     rows->value(2).toLongLong(),
                     {},
                     true});
  for (Level& block : found) {
    if (level > 1) {
      const qint64 first = block.block * blockFanout;
      if (!replaceBelow(place, level - 1, first, first + blockFanout - 1, x)) continue;
      block.content = fromBlocks(place, level - 1, block.block);
    } else {
      auto marked = m_statements.sql(
          QStringLiteral("UPDATE points SET is_replaced = 1 WHERE series = ? AND attempt = ? AND "
                         "sequence BETWEEN ? AND ? AND step = ? AND is_replaced IS NULL"),
          {place.first, place.second, block.firstSequence, block.lastSequence,
           static_cast<qlonglong>(x)});
      if (!marked || marked->numRowsAffected() == 0) continue;
      block.content = fromPoints(place, block.firstSequence, block.lastSequence);
    }
    write(place, level, block);
    return true;
  }
  return false;
}

CurveBlock CurvePyramid::fromPoints(Place place, qint64 firstSequence, qint64 lastSequence) {
  CurveBlock block;
  auto rows = m_statements.sql(
      QStringLiteral("SELECT step, place, value, is_replaced FROM points WHERE series = ? AND "
                     "attempt = ? AND sequence BETWEEN ? AND ?"),
      {place.first, place.second, firstSequence, lastSequence});
  while (rows && rows->next()) {
    const bool isNumbered = rows->value(0).isNull();
    if (rows->value(3).toBool())
      block.points += 1;
    else
      block.add({rows->value(isNumbered ? 1 : 0).toDouble(), storedNumber(rows->value(2))},
                isNumbered);
  }
  return block;
}

CurveBlock CurvePyramid::fromBlocks(Place place, int level, qint64 parent) {
  CurveBlock block;
  auto rows = m_statements.sql(
      QStringLiteral("SELECT content FROM blocks WHERE series = ? AND attempt = ? AND level = ? "
                     "AND block BETWEEN ? AND ?"),
      {place.first, place.second, level, parent * blockFanout,
       parent * blockFanout + blockFanout - 1});
  while (rows && rows->next()) block.merge(CurveBlock::fromBytes(rows->value(0).toByteArray()));
  return block;
}

}  // namespace trainyard
