// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/reduce.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

QList<MetricPoint> reduce(const QList<MetricPoint>& points, int maxPoints) {
  const qsizetype pieces = std::max<qsizetype>(1, maxPoints / 4);
  if (points.size() <= std::max(4, maxPoints)) return points;
  QList<MetricPoint> reduced;
  reduced.reserve(pieces * 4);
  for (qsizetype piece = 0; piece < pieces; ++piece) {
    const qsizetype begin = points.size() * piece / pieces,
                    end = points.size() * (piece + 1) / pieces;
    qsizetype least = begin, greatest = begin;
    for (qsizetype i = begin; i < end; ++i) {
      if (!std::isfinite(points[i].value)) continue;
      if (!std::isfinite(points[least].value) || points[i].value < points[least].value) least = i;
      if (!std::isfinite(points[greatest].value) || points[i].value > points[greatest].value)
        greatest = i;
    }
    qsizetype kept[] = {begin, least, greatest, end - 1};
    std::sort(std::begin(kept), std::end(kept));
    const auto last = std::unique(std::begin(kept), std::end(kept));
    for (auto index = std::begin(kept); index != last; ++index) reduced.append(points[*index]);
  }
  return reduced;
}

}  // namespace trainyard
