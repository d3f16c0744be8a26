// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/mean_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "gui/charts/smoothing.h"

namespace trainyard {
namespace {

using MemberLine = std::vector<CurvePoint>;  // ascending in x, finite

MemberLine lineOf(const MeanMember& member, XRange range, const PlotStyle& style) {
  MemberLine out;
  if (!member.whole || member.whole->isEmpty()) return out;
  const ColumnCurve* part =
      coveringPart(*member.whole, member.part.get(),
                   {member.axis.stepOf(range.low), member.axis.stepOf(range.high)});
  for (const CurvePoint& point : smoothColumns(*member.whole, part, style.smoothing)) {
    const double place = member.axis.placeOf(point.x);
    if (std::isfinite(point.y) && std::isfinite(place)) out.push_back({place, point.y});
  }
  return out;
}

// Those of all lines inside the range, and the next one on either side.
std::vector<double> placesOf(const std::vector<MemberLine>& lines, XRange range, int columns) {
  std::vector<double> out;
  for (const MemberLine& line : lines)
    for (const CurvePoint& point : clipToRange(line, range)) out.push_back(point.x);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() <= static_cast<std::size_t>(columns) + 2) return out;
  const double low = std::max(range.low, out.front()), high = std::min(range.high, out.back());
  out.clear();
  for (int i = 0; i <= columns; ++i) out.push_back(low + (high - low) * i / columns);
  return out;
}

// Goes along a line from left to right.
class LineCursor {
 public:
  explicit LineCursor(const MemberLine& line) : m_line(line) {}
  // NaN before its first and behind its last point.
  double valueAt(double x) {
    while (m_next < m_line.size() && m_line[m_next].x < x) ++m_next;
    if (m_next == m_line.size()) return std::numeric_limits<double>::quiet_NaN();
    const CurvePoint& after = m_line[m_next];
    if (after.x == x) return after.y;
    if (m_next == 0) return std::numeric_limits<double>::quiet_NaN();
    const CurvePoint& before = m_line[m_next - 1];
    return before.y + (after.y - before.y) * (x - before.x) / (after.x - before.x);
  }

 private:
  const MemberLine& m_line;
  std::size_t m_next = 0;
};

}  // namespace

double meanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<XRange> bandOf(const std::vector<double>& values, double mean, Band band) {
  if (band == Band::none) return std::nullopt;
  if (band == Band::range) {
    const auto [low, high] = std::ranges::minmax(values);
    return XRange{low, high};
  }
  const auto count = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
  const double half = band == Band::error ? deviation / std::sqrt(count) : deviation;
  return XRange{mean - half, mean + half};
}

DrawnCurve drawMean(const std::vector<MeanMember>& members, XRange range, int columns,
                    const PlotStyle& style) {
  std::vector<MemberLine> lines;
  for (const MeanMember& member : members) lines.push_back(lineOf(member, range, style));
  std::vector<LineCursor> cursors(lines.begin(), lines.end());
  DrawnCurve out;
  std::vector<double> values;
  for (const double x : placesOf(lines, range, columns)) {
    values.clear();
    for (LineCursor& cursor : cursors)
      if (const double value = cursor.valueAt(x); !std::isnan(value)) values.push_back(value);
    if (values.empty()) continue;
    const double mean = meanOf(values);
    out.points.push_back({x, mean});
    if (const auto band = bandOf(values, mean, style.band))
      out.band.push_back({x, band->low, band->high});
    if (!style.leavesOutliers && x >= range.low && x <= range.high)
      out.weighted.emplace_back(mean, 1);
  }
  out.raw = reduceScaled(out.points, range, columns, style.scale);
  return out;
}

}  // namespace trainyard
