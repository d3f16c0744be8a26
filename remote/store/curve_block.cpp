// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/curve_block.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace trainyard {
namespace {

static_assert(std::is_trivially_copyable_v<CurveBlock> && sizeof(CurveBlock) == 17 * 8);

// `key` is smaller first; of equal ones the spot with the lower x wins.
template <class Key>
void keepLess(CurveSpot& kept, const CurveSpot& other, Key key) {
  if (std::isnan(other.x)) return;
  if (std::isnan(kept.x) || key(other) < key(kept) || (key(other) == key(kept) && other.x < kept.x))
    kept = other;
}

}  // namespace

void CurveBlock::add(CurveSpot spot, bool isNumbered) {
  CurveBlock one;
  one.points = 1;
  one.numbered = isNumbered ? 1 : 0;
  if (std::isfinite(spot.y)) {
    one.finite = 1;
    one.sum = spot.y;
    one.first = one.last = one.lowest = one.highest = spot;
    if (spot.y > 0) one.lowestPositive = spot;
  } else {
    one.gaps = 1;
    one.firstGap = one.lastGap = spot.x;
  }
  merge(one);
}

void CurveBlock::merge(const CurveBlock& other) {
  if (points == 0) {
    *this = other;
    return;
  }
  points += other.points;
  finite += other.finite;
  gaps += other.gaps;
  numbered += other.numbered;
  sum += other.sum;
  keepLess(first, other.first, [](const CurveSpot& spot) { return spot.x; });
  keepLess(last, other.last, [](const CurveSpot& spot) { return -spot.x; });
  keepLess(lowest, other.lowest, [](const CurveSpot& spot) { return spot.y; });
  keepLess(highest, other.highest, [](const CurveSpot& spot) { return -spot.y; });
  keepLess(lowestPositive, other.lowestPositive, [](const CurveSpot& spot) { return spot.y; });
  // These return the number if only one of them is one.
  firstGap = std::fmin(firstGap, other.firstGap);
  lastGap = std::fmax(lastGap, other.lastGap);
}

double CurveBlock::low() const { return std::fmin(first.x, firstGap); }
double CurveBlock::high() const { return std::fmax(last.x, lastGap); }

QByteArray CurveBlock::toBytes() const {
  return {reinterpret_cast<const char*>(this), static_cast<qsizetype>(sizeof *this)};
}

CurveBlock CurveBlock::fromBytes(const QByteArray& bytes) {
  CurveBlock block;
  if (bytes.size() == static_cast<qsizetype>(sizeof block))
    std::memcpy(&block, bytes.constData(), sizeof block);
  return block;
}

}  // namespace trainyard
