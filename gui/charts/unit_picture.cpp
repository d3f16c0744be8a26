// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/unit_picture.h"

#include <QLocale>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/look/tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int ticksOfAxis = 5;
constexpr qsizetype maxLegendLines = 8;
constexpr qsizetype maxNumbered = 1;  // curves whose counts are shown at their points
constexpr double reach = 14;          // of the pointer, in pixels

QPointF placeOf(QPointF share, const QRectF& area) {
  return {area.left() + share.x() * area.width(), area.bottom() - share.y() * area.height()};
}

}  // namespace

QRectF UnitPicture::area(const QRectF& room, const QFont& font) const {
  const double line = QFontMetricsF(font).height(), small = QFontMetricsF(smallFont(font)).height();
  return room.adjusted(24 + small + QFontMetricsF(smallFont(font)).horizontalAdvance(u"0.0"_s),
                       14 + line, -14, -(2 * small + 16));
}

void UnitPicture::draw(QPainter& painter, const QRectF& room, const QPalette& palette,
                       const QFont& font) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF inside = area(room, font);
  drawHeading(painter, room, heading, palette, font);
  drawAxes(painter, inside, palette);
  const bool isEmpty = std::all_of(curves.begin(), curves.end(),
                                   [](const UnitCurve& curve) { return curve.points.empty(); });
  if (isEmpty) {
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(inside.adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, emptyText);
  } else {
    for (const UnitCurve& curve : curves) drawCurve(painter, inside, curve, palette);
    drawLegend(painter, inside, palette);
  }
  painter.restore();
}

void UnitPicture::drawAxes(QPainter& painter, const QRectF& area, const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  const QFontMetricsF metrics = painter.fontMetrics();
  for (int tick = 0; tick <= ticksOfAxis; ++tick) {
    const double share = static_cast<double>(tick) / ticksOfAxis;
    const QPointF along = placeOf({share, 0}, area), up = placeOf({0, share}, area);
    painter.setPen(now.grid);
    painter.drawLine(along, QPointF(along.x(), area.top()));
    painter.drawLine(up, QPointF(area.right(), up.y()));
    painter.setPen(now.text3);
    const QString words = QLocale().toString(share, 'f', 1);
    const double width = metrics.horizontalAdvance(words);
    painter.drawText(QPointF(along.x() - width / 2, area.bottom() + 4 + metrics.ascent()), words);
    painter.drawText(QPointF(area.left() - width - 5, up.y() + metrics.ascent() / 2 - 1), words);
  }
  painter.setPen(now.axis);
  painter.drawRect(area);
  if (hasDiagonal) {
    painter.setPen(QPen(now.axis, 1, Qt::DashLine));
    painter.drawLine(area.bottomLeft(), area.topRight());
  }
  painter.setPen(now.text2);
  const QRectF below(area.left(), area.bottom() + 6 + metrics.height(), area.width(),
                     metrics.height());
  painter.drawText(below, Qt::AlignCenter, xName);
  painter.save();
  painter.translate(area.left() - metrics.horizontalAdvance(u"0.0"_s) - 10 - metrics.height(),
                    area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, 0, area.height(), metrics.height()), Qt::AlignCenter,
                   yName);
  painter.restore();
}

void UnitPicture::drawCurve(QPainter& painter, const QRectF& area, const UnitCurve& curve,
                            const QPalette& palette) const {
  const QColor colour = look::curveColour(curve.colour, palette);
  painter.setPen(QPen(colour, 1.7, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  QPolygonF line;
  for (const QPointF& point : curve.points) line << placeOf(point, area);
  painter.drawPolyline(line);
  if (!hasDots && curve.points.size() > 1) return;
  painter.setBrush(colour);
  for (const QPointF& point : line) painter.drawEllipse(point, 3, 3);
  if (curves.size() > maxNumbered) return;
  const QFontMetricsF metrics = painter.fontMetrics();
  painter.setPen(palette.color(QPalette::WindowText));
  for (std::size_t i = 0; i < curve.counts.size(); ++i) {
    const QPointF point = line[static_cast<qsizetype>(i)];
    const QString words = readOut(static_cast<double>(curve.counts[i]));
    const double width = metrics.horizontalAdvance(words);
    const double left =
        std::clamp(point.x() - width / 2, area.left() + 2, area.right() - width - 2);
    const bool isHigh = point.y() - 7 - metrics.ascent() < area.top();
    painter.drawText(QPointF(left, isHigh ? point.y() + 7 + metrics.ascent() : point.y() - 7),
                     words);
  }
}

QRectF UnitPicture::inFreeCorner(QRectF box, const QRectF& area) const {
  constexpr double fromEdge = 6;
  constexpr int placesOfALine = 20;
  const QRectF inner = area.adjusted(fromEdge, fromEdge, -fromEdge, -fromEdge);
  QRectF best;
  int least = std::numeric_limits<int>::max();
  for (const auto& [isRight, isTop] : {std::pair(true, false), std::pair(false, false),
                                       std::pair(false, true), std::pair(true, true)}) {
    box.moveTo(isRight ? inner.right() - box.width() : inner.left(),
               isTop ? inner.top() : inner.bottom() - box.height());
    int hidden = 0;
    for (const UnitCurve& curve : curves)
      for (std::size_t i = 1; i < curve.points.size(); ++i)
        for (int place = 0; place <= placesOfALine; ++place) {
          const QPointF way = curve.points[i] - curve.points[i - 1];
          hidden += box.contains(placeOf(curve.points[i - 1] + way * place / placesOfALine, area));
        }
    if (hidden < least) best = box;
    least = std::min(least, hidden);
  }
  return best;
}

void UnitPicture::drawLegend(QPainter& painter, const QRectF& area, const QPalette& palette) const {
  const QFontMetricsF metrics = painter.fontMetrics();
  const double most = std::max(60.0, area.width() * 0.8);
  QStringList lines;
  for (const UnitCurve& curve : curves) {
    if (lines.size() == maxLegendLines) break;
    const QString behind = curve.area.isEmpty() ? QString() : u", "_s + curve.area;
    const double room = std::max(40.0, most - metrics.horizontalAdvance(behind));
    lines << metrics.elidedText(curve.name, Qt::ElideMiddle, room) + behind;
  }
  if (curves.size() > maxLegendLines)
    lines << tr("and %1 more").arg(curves.size() - maxLegendLines);
  double width = 0;
  for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
  const QRectF box = inFreeCorner(
      {0, 0, width + 34, metrics.height() * static_cast<double>(lines.size()) + 8}, area);
  painter.fillRect(box, look::withAlpha(look::tokens(palette).plot, 0.86));
  double baseline = box.top() + 4 + metrics.ascent();
  for (qsizetype i = 0; i < lines.size(); ++i, baseline += metrics.height()) {
    if (i < curves.size() && i < maxLegendLines) {
      painter.setPen(QPen(look::curveColour(curves[i].colour, palette), 2.5));
      const double middle = baseline - metrics.ascent() / 2 + 1;
      painter.drawLine(QPointF(box.left() + 6, middle), QPointF(box.left() + 20, middle));
    }
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(QPointF(box.left() + 26, baseline), lines[i]);
  }
}

QString UnitPicture::words(QPointF at, const QRectF& room, const QFont& font) const {
  const QRectF inside = area(room, font);
  double nearest = reach;
  QString words;
  for (const UnitCurve& curve : curves)
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const QPointF away = placeOf(curve.points[i], inside) - at;
      const double distance = std::hypot(away.x(), away.y());
      if (distance >= nearest) continue;
      nearest = distance;
      const QString behind = curve.area.isEmpty() ? QString() : u", "_s + curve.area;
      words = u"%1\n%2 %3\n%4 %5"_s.arg(curve.name + behind, xName, readOut(curve.points[i].x()),
                                        yName, readOut(curve.points[i].y()));
      if (i < curve.counts.size()) words += u'\n' + tr("rows: %1").arg(curve.counts[i]);
    }
  return words;
}

}  // namespace trainyard
