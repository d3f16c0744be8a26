// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/column_reader.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double blockPoints = 32;  // of the store's lowest blocks, and blocks of the next ones
constexpr double maxExactPoints = 4096;   // up to this many, every point is a column
constexpr double maxExactColumns = 8192;  // so that points at uneven steps are apart, too
// Fewer would be too coarse for the first picture of a plot, which then asks for what it can show.
constexpr double leastBlocks = 128;
constexpr qsizetype maxWholeColumns = 2048;
constexpr qsizetype maxGrownColumns = 2 * maxWholeColumns;
constexpr double maxRangeColumns = 8192;
constexpr double tailColumns = 64;
constexpr double halfStep = 0.5;  // steps are whole numbers, and so are the edges of columns

struct Grid {
  double origin, width;
};

// The columns [first, first + count) of a grid.
Result<Curve> readColumns(RunStore& store, const QString& run, const QString& metric, Grid grid,
                          double first, double count) {
  const double low = grid.origin + first * grid.width;
  return store.curves().curve(run, metric, CurveRange{low, low + count * grid.width - halfStep},
                              static_cast<int>(count));
}

// As many points a column as a block has, of the largest blocks that are fine enough.
Grid gridOf(const CurveBlock& whole) {
  const double points = whole.counted(), extent = whole.high() - whole.low();
  const double spacing = points > 1 ? std::max(1.0, std::round(extent / (points - 1))) : 1;
  if (points <= maxExactPoints)
    return {whole.low(), std::clamp(std::ceil((extent + 1) / maxExactColumns), 1.0, spacing)};
  double width = spacing;
  while (points / (width / spacing * blockPoints) >= leastBlocks) width *= blockPoints;
  return {whole.low(), width};
}

double countedIn(const QList<CurveBlock>& blocks) {
  double counted = 0;
  for (const CurveBlock& block : blocks) counted += block.counted();
  return counted;
}

// Whether values that sum up to these are the same, but for the order in which they were added:
// steps that a later attempt took again are as many as before, with other values.
bool isSameSum(double a, double b, const CurveBlock& whole) {
  constexpr double roundingOfSums = 1e-10;
  if (whole.finite == 0) return true;
  const double size = std::max(std::abs(whole.lowest.y), std::abs(whole.highest.y));
  return std::abs(a - b) <= roundingOfSums * size * whole.finite;
}

// The last column of what is known, and what follows. Nothing if that would not be the curve: some
// of its points were superseded, replaced or came late.
Result<std::optional<ColumnCurve>> readTail(RunStore& store, const QString& run,
                                            const QString& metric, const ColumnCurve& known) {
  const Grid grid{known.origin, known.width};
  const double first = known.columnOf(known.columns.last().low());
  TRY(Curve tail, readColumns(store, run, metric, grid, first, tailColumns));
  const double needed = known.columnOf(tail.whole.high()) - first + 1;
  if (needed > static_cast<double>(maxGrownColumns)) return std::optional<ColumnCurve>();
  if (needed > tailColumns) {
    TRY(tail, readColumns(store, run, metric, grid, first, needed + tailColumns));
  }
  ColumnCurve grown = known;
  const double tailBefore = grown.columns.last().counted();
  double sum = known.whole.sum - grown.columns.last().sum;
  for (const CurveBlock& block : std::as_const(tail.columns)) sum += block.sum;
  grown.columns.removeLast();
  const double older = known.whole.counted() - tailBefore, newer = countedIn(tail.columns);
  const bool isAppended = older + newer == tail.whole.counted() &&
                          tail.whole.points - known.whole.points == newer - tailBefore &&
                          isSameSum(sum, tail.whole.sum, tail.whole);
  if (!isAppended) return std::optional<ColumnCurve>();
  grown.columns += tail.columns;
  grown.whole = tail.whole;
  grown.covered.high = tail.whole.high();
  widenColumns(grown, grown.columns.size() > maxGrownColumns ? maxWholeColumns : maxGrownColumns);
  return std::optional(std::move(grown));
}

}  // namespace

Result<ColumnCurve> readWholeCurve(RunStore& store, const QString& run, const QString& metric,
                                   const ColumnCurve* known) {
  if (known && !known->columns.isEmpty()) {
    TRY(const auto grown, readTail(store, run, metric, *known));
    if (grown) return *grown;
  }
  ColumnCurve curve;
  curve.rewrites = known ? known->rewrites + 1 : 0;
  TRY(const Curve extent, store.curves().curve(run, metric, std::nullopt, 1));
  curve.whole = extent.whole;
  if (curve.isEmpty()) return curve;
  const Grid grid = gridOf(extent.whole);
  curve.origin = grid.origin;
  curve.width = grid.width;
  const double count = curve.columnOf(extent.whole.high()) + 1 + tailColumns;
  TRY(const Curve read, readColumns(store, run, metric, grid, 0, count));
  curve.columns = read.columns;
  curve.whole = read.whole;
  curve.covered = {curve.origin, read.whole.high()};
  widenColumns(curve, curve.isExact() ? maxGrownColumns : maxWholeColumns);
  return curve;
}

Result<ColumnCurve> readCurveRange(RunStore& store, const QString& run, const QString& metric,
                                   const ColumnCurve& whole, XRange range, double width) {
  ColumnCurve part;
  part.rewrites = whole.rewrites;
  part.width = whole.width;
  while (part.width > width && part.width >= 2) part.width /= 2;
  const double low = std::max(range.low, whole.origin);
  double first = whole.leftOf(whole.columnOf(low));
  // Far inside of a very wide column the state at its edge is near enough.
  if ((range.high - first) / part.width > maxRangeColumns)
    first = whole.origin + std::floor((low - whole.origin) / part.width) * part.width;
  part.origin = first;
  const double count =
      std::clamp(std::ceil((range.high - first) / part.width) + 1, 1.0, 2 * maxRangeColumns);
  TRY(const Curve read, readColumns(store, run, metric, {first, part.width}, 0, count));
  part.columns = read.columns;
  part.whole = read.whole;
  part.before = read.before;
  part.after = read.after;
  part.covered = {first, first + count * part.width};
  return part;
}

}  // namespace trainyard
