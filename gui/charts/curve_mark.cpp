// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_mark.h"

#include <algorithm>

#include "gui/charts/line_painter.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

namespace trainyard {
namespace {

constexpr double sparkLine = 1.25, swatchGap = 2;

}  // namespace

void paintCurveSwatch(QPainter& painter, const QRectF& swatch, int colour, const QPalette& palette,
                      bool isHidden) {
  const QColor ink = look::curveColour(colour, palette);
  const QList<qreal> dashes = look::curveDashes(colour);
  if (dashes.isEmpty() || isHidden) return look::paintSwatch(painter, swatch, ink, isHidden);
  // Two pieces for dashes, four for dots.
  const int rows = dashes.front() > dashes.back() ? 1 : 2;
  const double width = (swatch.width() - swatchGap) / 2;
  const double height = (swatch.height() - (rows - 1) * swatchGap) / rows;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < 2; ++column)
      painter.fillRect(QRectF(swatch.left() + column * (width + swatchGap),
                              swatch.top() + row * (height + swatchGap), width, height),
                       ink);
}

void paintSpark(QPainter& painter, const QRectF& rect, const QList<QPointF>& points,
                const QColor& colour, const QList<qreal>& dashes) {
  if (points.size() < 2) return;
  double low = points.front().y(), high = low;
  for (const QPointF& point : points) {
    low = std::min(low, point.y());
    high = std::max(high, point.y());
  }
  const double first = points.front().x(), span = std::max(points.back().x() - first, 1e-300);
  const double rise = std::max(high - low, 1e-300);
  QList<QPointF> line;
  line.reserve(points.size());
  for (const QPointF& point : points)
    line << QPointF(rect.left() + (point.x() - first) / span * rect.width(),
                    rect.bottom() - (point.y() - low) / rise * rect.height());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, sparkLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  if (dashes.isEmpty())
    painter.drawPolyline(line);
  else
    painter.drawLines(dashesAlong(line, dashes));
}

}  // namespace trainyard
