// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/line_painter.h"

#include <QImage>
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

// Fills boxes of one column of the device's pixels: in an image itself, which is the picture of a
// plot on the screen, as each box costs a painter more than its pixels.
class ColumnFiller {
 public:
  ColumnFiller(QPainter& painter, const QColor& colour)
      : m_painter(painter), m_to(painter.deviceTransform()), m_colour(colour) {
    m_clip = m_to.mapRect(painter.hasClipping() ? painter.clipBoundingRect()
                                                : QRectF(painter.viewport()))
                 .toAlignedRect();
    if (painter.device()->devType() != QInternal::Image) return;
    auto* image = static_cast<QImage*>(painter.device());
    if (image->format() != QImage::Format_RGB32) return;
    m_clip &= image->rect();
    m_bits = reinterpret_cast<QRgb*>(image->bits());
    m_stride = image->bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
  }

  const QTransform& toDevice() const { return m_to; }
  const QRect& clip() const { return m_clip; }
  // `share`: of the colour.
  void fill(int column, double top, double height, double share) {
    if (!m_bits) {
      QColor colour = m_colour;
      colour.setAlphaF(static_cast<float>(colour.alphaF() * share));
      const QRectF box(column, top, 1, height);
      return m_painter.fillRect(m_to.inverted().mapRect(box), colour);
    }
    const int first = std::max(m_clip.top(), static_cast<int>(top)),
              end = std::min(m_clip.bottom() + 1, static_cast<int>(top + height));
    const int alpha = static_cast<int>(std::lround(m_colour.alpha() * share));
    const QRgb ink = m_colour.rgb();
    QRgb* pixel = m_bits + first * m_stride + column;
    for (int row = first; row < end; ++row, pixel += m_stride)
      *pixel = alpha == 255 ? ink : over(ink, *pixel, alpha);
  }

 private:
  static QRgb over(QRgb ink, QRgb ground, int alpha) {
    const auto mix = [alpha](int a, int b) { return b + (a - b) * alpha / 255; };
    return qRgb(mix(qRed(ink), qRed(ground)), mix(qGreen(ink), qGreen(ground)),
                mix(qBlue(ink), qBlue(ground)));
  }

  QPainter& m_painter;
  QTransform m_to;
  QColor m_colour;
  QRect m_clip;
  QRgb* m_bits = nullptr;
  qsizetype m_stride = 0;
};

// What a line covers of a column of the device's pixels.
struct CoveredColumn {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void extend(double a, double b) {
    low = std::min({low, a, b});
    high = std::max({high, a, b});
  }
};

// In the columns of `room`; `points` ascend in x, in pixels of the device.
std::vector<CoveredColumn> coveredColumns(const QList<QPointF>& points, const QRect& room) {
  std::vector<CoveredColumn> columns(static_cast<std::size_t>(std::max(room.width(), 0)));
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QPointF a = points[i - 1], b = points[i];
    const int first = std::max(room.left(), static_cast<int>(std::floor(a.x()))),
              last = std::min(room.right(), static_cast<int>(std::floor(b.x())));
    const bool isUpright = b.x() <= a.x();
    const double slope = isUpright ? 0 : (b.y() - a.y()) / (b.x() - a.x());
    for (int column = first; column <= last; ++column) {
      const double from = std::max(a.x(), static_cast<double>(column)),
                   to = std::min(b.x(), column + 1.0);
      columns[static_cast<std::size_t>(column - room.left())].extend(
          a.y() + (from - a.x()) * slope, isUpright ? b.y() : a.y() + (to - a.x()) * slope);
    }
  }
  return columns;
}

// A curve turns in every column, and the time that a stroke takes is that of its turns; boxes of
// one column each are drawn as fast as a ground. Their ends are as faint as the line covers them.
void paintColumns(QPainter& painter, const QList<QPointF>& points, const LineLook& look,
                  bool isThin) {
  ColumnFiller filler(painter, look.colour);
  QList<QPointF> mapped;
  mapped.reserve(points.size());
  for (const QPointF& point : points) mapped << filler.toDevice().map(point);
  const std::vector<CoveredColumn> columns = coveredColumns(mapped, filler.clip());
  const double width = std::max(look.width, 1.0) * filler.toDevice().m11();
  painter.setRenderHint(QPainter::Antialiasing, false);
  int column = filler.clip().left() - 1;
  for (const auto& [low, high] : columns) {
    ++column;
    if (low > high) continue;
    if (isThin) {
      filler.fill(column, std::floor(low), std::floor(high) - std::floor(low) + 1, 1);
      continue;
    }
    const double extent = high - low, turned = std::min(extent, 1.0) / 2;
    const double half = width / 2 * std::min(std::sqrt(1 + extent * extent), steepestThickness);
    const double top = low + turned - half, bottom = high - turned + half;
    const double firstFull = std::ceil(top), lastFull = std::floor(bottom);
    if (firstFull > lastFull) {
      filler.fill(column, lastFull, 1, bottom - top);
      continue;
    }
    if (firstFull > top) filler.fill(column, firstFull - 1, 1, firstFull - top);
    if (lastFull > firstFull) filler.fill(column, firstFull, lastFull - firstFull, 1);
    if (bottom > lastFull) filler.fill(column, lastFull, 1, bottom - lastFull);
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

void paintPart(QPainter& painter, const QList<QPointF>& points, const LineLook& look,
               const QRectF& area) {
  const double perPixel = static_cast<double>(points.size()) / std::max(area.width(), 1.0);
  const bool isDense = perPixel > densePerPixel;
  const bool hasPixels = painter.paintEngine()->type() == QPaintEngine::Raster &&
                         painter.deviceTransform().type() <= QTransform::TxScale;
  if (hasPixels && perPixel > manyPerPixel && (isDense || look.dashes.isEmpty()))
    return paintColumns(painter, points, look, isDense && look.width <= 1);
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
