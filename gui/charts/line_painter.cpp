// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/line_painter.h"

#include <QPaintEngine>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trainyard {
namespace {

constexpr double dotOfLonePoint = 2;
constexpr double densePerPixel = 1.5;      // points; a line of more fills its columns
constexpr double manyPerPixel = 0.25;      // points; a line of more is drawn column by column
constexpr double steepestThickness = 1.5;  // of a line's width, along its columns
// Coordinates far outside of the device are cut, since the painter's numbers end.
constexpr double farOutside = 30000;

QList<QPointF> onScreen(const PlotMap& map, const LinePart& part) {
  QList<QPointF> points;
  points.reserve(static_cast<qsizetype>(part.size()));
  for (const QPointF& point : part) {
    const QPointF at = map.toScreen(point);
    points.append(
        {std::clamp(at.x(), -farOutside, farOutside), std::clamp(at.y(), -farOutside, farOutside)});
  }
  return points;
}

// What a line covers of a column of the device's pixels.
struct CoveredColumn {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void extend(double a, double b) {
    low = std::min({low, a, b});
    high = std::max({high, a, b});
  }
};

// `points` ascend in x. All numbers are in pixels of the device, of which a pixel of the design has
// `scale`.
std::vector<CoveredColumn> coveredColumns(const QList<QPointF>& points, double left, int count,
                                          double scale) {
  std::vector<CoveredColumn> columns(static_cast<std::size_t>(count));
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QPointF a = points[i - 1] * scale - QPointF(left, 0),
                  b = points[i] * scale - QPointF(left, 0);
    const int first = std::max(0, static_cast<int>(std::floor(a.x()))),
              last = std::min(count - 1, static_cast<int>(std::floor(b.x())));
    const double slope = b.x() > a.x() ? (b.y() - a.y()) / (b.x() - a.x()) : 0;
    for (int column = first; column <= last; ++column) {
      const double from = std::max(a.x(), static_cast<double>(column)),
                   to = std::min(b.x(), column + 1.0);
      const bool isUpright = b.x() <= a.x();
      columns[static_cast<std::size_t>(column)].extend(
          a.y() + (from - a.x()) * slope, isUpright ? b.y() : a.y() + (to - a.x()) * slope);
    }
  }
  return columns;
}

// A curve turns in every column, and the time that a stroke takes is that of its turns; boxes of
// one column each are drawn as fast as a ground. Their ends are as faint as the line covers them.
void paintColumns(QPainter& painter, const QList<QPointF>& points, const LineLook& look,
                  const QRectF& area, bool isDense) {
  const double scale = painter.deviceTransform().m11();
  const double left = std::floor(area.left() * scale);
  const int count = static_cast<int>(std::ceil(area.right() * scale) - left) + 1;
  const double width = std::max(look.width, 1.0) * scale;
  painter.setRenderHint(QPainter::Antialiasing, false);
  const std::vector<CoveredColumn> columns = coveredColumns(points, left, count, scale);
  for (int column = 0; column < count; ++column) {
    const auto& [low, high] = columns[static_cast<std::size_t>(column)];
    if (low > high) continue;
    const auto fill = [&, x = (left + column) / scale](double top, double height, double share) {
      QColor colour = look.colour;
      colour.setAlphaF(static_cast<float>(colour.alphaF() * share));
      painter.fillRect(QRectF(x, top / scale, 1 / scale, height / scale), colour);
    };
    if (isDense) {
      fill(std::floor(low), std::floor(high) - std::floor(low) + 1, 1);
      continue;
    }
    const double extent = high - low, turned = std::min(extent, 1.0) / 2;
    const double half = width / 2 * std::min(std::hypot(1, extent), steepestThickness);
    const double top = low + turned - half, bottom = high - turned + half;
    const double firstFull = std::ceil(top), lastFull = std::floor(bottom);
    if (firstFull > lastFull) {
      fill(lastFull, 1, bottom - top);
      continue;
    }
    if (firstFull > top) fill(firstFull - 1, 1, firstFull - top);
    if (lastFull > firstFull) fill(firstFull, lastFull - firstFull, 1);
    if (bottom > lastFull) fill(lastFull, 1, bottom - lastFull);
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

void paintPart(QPainter& painter, const QList<QPointF>& points, const LineLook& look,
               const QRectF& area) {
  const double perPixel = static_cast<double>(points.size()) / std::max(area.width(), 1.0);
  const bool isDense = perPixel > densePerPixel;
  const bool isRaster = painter.paintEngine()->type() == QPaintEngine::Raster;
  if (isRaster && perPixel > manyPerPixel && (isDense || look.dashes.isEmpty()))
    return paintColumns(painter, points, look, area, isDense);
  if (isDense || look.width <= 1) {
    // As thin as the device has them: those are fast, however often they turn.
    painter.setRenderHint(QPainter::Antialiasing, !isDense);
    painter.setPen(QPen(look.colour, isDense ? 0 : 1));
    painter.drawPolyline(points.constData(), static_cast<int>(points.size()));
    painter.setRenderHint(QPainter::Antialiasing);
    return;
  }
  painter.setPen(QPen(look.colour, look.width, Qt::SolidLine,
                      look.dashes.isEmpty() ? Qt::SquareCap : Qt::FlatCap));
  QList<QLineF> lines;
  if (!look.dashes.isEmpty()) {
    lines = dashesAlong(points, look.dashes);
  } else {
    lines.reserve(points.size());
    for (qsizetype i = 1; i < points.size(); ++i) lines.append({points[i - 1], points[i]});
  }
  painter.drawLines(lines);
}

}  // namespace

QList<QLineF> dashesAlong(const QList<QPointF>& points, const QList<qreal>& pattern) {
  QList<QLineF> out;
  qsizetype piece = 0;
  double left = pattern.first();
  for (qsizetype i = 1; i < points.size(); ++i) {
    QPointF from = points[i - 1];
    double length = QLineF(from, points[i]).length();
    while (length > 0) {
      const double taken = std::min(left, length);
      const QPointF to = from + (points[i] - from) * (taken / length);
      if (piece % 2 == 0) out.append({from, to});
      from = to;
      length -= taken;
      left -= taken;
      if (left > 0) continue;
      piece = (piece + 1) % pattern.size();
      left = pattern[piece];
    }
  }
  return out;
}

void paintLine(QPainter& painter, const PlotMap& map, const ReducedCurve& curve,
               const LineLook& look) {
  for (const LinePart& part : curve.parts) {
    const QList<QPointF> points = onScreen(map, part);
    if (points.size() > 1) paintPart(painter, points, look, map.area);
    const double radius = look.dotRadius > 0   ? look.dotRadius
                          : points.size() == 1 ? dotOfLonePoint
                                               : 0;
    if (radius <= 0) continue;
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.colour);
    for (const QPointF& point : points) painter.drawEllipse(point, radius, radius);
    painter.setBrush(Qt::NoBrush);
  }
}

}  // namespace trainyard
