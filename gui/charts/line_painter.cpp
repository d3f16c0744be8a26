// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/line_painter.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double dotOfLonePoint = 2;
constexpr double densePerPixel = 1.5;  // points; a line of more fills its columns
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

void paintPart(QPainter& painter, const QList<QPointF>& points, const LineLook& look,
               double areaWidth) {
  const bool isDense = static_cast<double>(points.size()) > densePerPixel * areaWidth;
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
    if (points.size() > 1) paintPart(painter, points, look, map.area.width());
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
