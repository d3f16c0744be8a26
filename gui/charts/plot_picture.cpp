// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_picture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "gui/charts/curve_mark.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double headHeight = 32, rightMargin = 14, bottomMargin = 24;
constexpr double lineWidth = 1.6, focusWidth = 2.2;
constexpr double rawShare = 0.2;     // of a line's colour in the raw line behind the smooth one
constexpr double faintShare = 0.25;  // of a curve beside one that stands out
constexpr double behindShare = 0.5, behindWidth = 1.2;  // of training beside its evaluation
constexpr std::size_t fewPoints = 30;                   // below this every point gets a dot
constexpr double diamondSize = 11, triangle = 4;
constexpr double bandShare = 0.18;  // of a mean's colour in the band around it
constexpr double gapShare = 0.1;    // of the failed colour in the band of values that are none

QRectF headOf(const QRectF& room) {
  return {room.left() + px(12), room.top(), room.width() - px(24),
          static_cast<double>(px(headHeight))};
}

void paintTriangle(QPainter& painter, QPointF tip, double height, const QColor& colour) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(
      QPolygonF{tip, tip + QPointF(-triangle, -height), tip + QPointF(triangle, -height)});
  painter.setBrush(Qt::NoBrush);
}

std::size_t pointsIn(const ReducedCurve& curve) {
  std::size_t points = 0;
  for (const LinePart& part : curve.parts) points += part.size();
  return points;
}

}  // namespace

double gutterFor(const std::vector<AxisTick>& ticks) {
  const QFontMetricsF metrics(look::font(Role::caption));
  double width = 0;
  for (const AxisTick& tick : ticks) width = std::max(width, metrics.horizontalAdvance(tick.text));
  return (width + px(18)) * look::designBase / look::base();
}

QList<qreal> dashesOf(const PlotPicture::Line& line) {
  static const QList<QList<qreal>> ofMetrics{{}, {6, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}};
  return line.metric < 0 ? look::curveDashes(line.colour)
                         : ofMetrics[line.metric % ofMetrics.size()];
}

void paintDiamond(QPainter& painter, QPointF at, double size, const QColor& colour) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const double half = size / 2;
  painter.drawPolygon(QPolygonF{at + QPointF(0, -half), at + QPointF(half, 0),
                                at + QPointF(0, half), at + QPointF(-half, 0)});
  painter.setBrush(Qt::NoBrush);
}

QRectF PlotPicture::area(const QRectF& room) const {
  // A number has no axes, and starts below its title.
  if (values && !values->hasAxes())
    return room.adjusted(px(12), px(headHeight + 6), -px(rightMargin), -px(6));
  return room.adjusted(px(gutter), px(headHeight + 6), -px(rightMargin), -px(bottomMargin));
}

void PlotPicture::draw(QPainter& painter, const QRectF& room, const QPalette& palette) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  drawHead(painter, room, palette);
  if (!values || values->hasAxes()) drawAxes(painter, room, palette);
  const PlotMap to = map(room);
  painter.save();
  // Room for dots and diamonds on the edges.
  painter.setClipRect(to.area.adjusted(-1, -px(4), px(6), px(1)));
  drawGaps(painter, to, palette);
  drawBands(painter, to, palette);
  drawLines(painter, to, palette);
  if (values) values->draw(painter, to, palette);
  painter.restore();
  drawMarks(painter, to, palette);
  const bool hasNoLines =
      lines.empty() || std::all_of(lines.begin(), lines.end(), [](const Line& line) {
        return line.drawn.raw.parts.empty() && line.drawn.raw.gaps.empty();
      });
  if (values ? values->all.empty() : hasNoLines)
    look::paintWords(painter, to.area, empty, Role::help, look::tokens(palette).text3,
                     Qt::AlignHCenter);
  painter.restore();
}

void PlotPicture::drawHead(QPainter& painter, const QRectF& room, const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  QRectF head = headOf(room).adjusted(0, 0, -px(headRoom), 0);
  if (best) {
    const double width = QFontMetricsF(look::font(Role::help)).horizontalAdvance(best->text);
    if (width + px(90) < head.width()) {
      const QRectF words(head.right() - width, head.top(), width + 1, head.height());
      look::paintWords(painter, words, best->text, Role::help, now.text2);
      paintDiamond(painter, {words.left() - px(9), words.center().y()}, px(9),
                   look::curveColour(best->colour, palette));
      head.setRight(words.left() - px(24));
    }
  }
  double x = head.left() + look::paintWords(painter, head, title, Role::name, now.text) + px(14);
  for (std::size_t i = 0; i < lines.size() && hasLegend; ++i) {
    const double width =
        QFontMetricsF(look::font(Role::caption)).horizontalAdvance(lines[i].label) + px(14);
    if (x + width > head.right()) break;
    paintCurveSwatch(painter, QRectF(x, head.center().y() - px(4), px(8), px(8)), lines[i].colour,
                     palette);
    look::paintWords(painter, QRectF(x + px(13), head.top(), width, head.height()), lines[i].label,
                     Role::caption, now.text2);
    x += width + px(12);
  }
}

void PlotPicture::drawAxes(QPainter& painter, const QRectF& room, const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  const PlotMap to = map(room);
  const QRectF inside = to.area;
  const double line = look::lineHeight(Role::caption);
  for (const AxisTick& tick : yTicks) {
    const double at = to.toScreen({x.low, tick.at}).y();
    if (at < inside.top() - 1 || at > inside.bottom() + 1) continue;
    look::paintEdge(painter, QRectF(inside.left(), at, inside.width(), 1), Qt::TopEdge, now.grid);
    look::paintWords(
        painter, QRectF(room.left() + 2, at - line / 2, inside.left() - room.left() - px(9), line),
        tick.text, Role::caption, now.text3, Qt::AlignRight);
  }
  look::paintEdge(painter, QRectF(inside.left(), inside.bottom(), inside.width(), 1), Qt::TopEdge,
                  now.axis);
  const QFontMetricsF metrics(look::font(Role::caption));
  const double nameWidth = metrics.horizontalAdvance(xName);
  const QRectF row(inside.left(), inside.bottom() + px(5), inside.width(), line);
  look::paintWords(painter, row, xName, Role::caption, now.text2, Qt::AlignRight);
  for (const AxisTick& tick : xTicks) {
    const double at = to.toScreen({tick.at, y.low}).x(),
                 width = metrics.horizontalAdvance(tick.text);
    if (at < inside.left() - 1 || at + width / 2 > row.right() - nameWidth - px(8)) continue;
    look::paintWords(painter, QRectF(at - width / 2 - 1, row.top(), width + 2, line), tick.text,
                     Role::caption, now.text3, Qt::AlignHCenter);
  }
}

void PlotPicture::drawGaps(QPainter& painter, const PlotMap& to, const QPalette& palette) const {
  const QColor colour = look::toneColour(look::Tone::failed, palette);
  double named = -1e9;
  const double width = QFontMetricsF(look::font(Role::caption)).horizontalAdvance(tr("not finite"));
  for (const XRange& gap : gaps) {
    const double low = to.toScreen({gap.low, y.low}).x() - 1,
                 high = to.toScreen({gap.high, y.low}).x() + 1;
    if (high < to.area.left() || low > to.area.right()) continue;
    painter.fillRect(QRectF(low, to.area.top(), high - low, to.area.height()),
                     look::withAlpha(colour, gapShare));
    if (low < named + width + px(6)) continue;
    named = low;
    const double left = std::min(low + 2, to.area.right() - width);
    look::paintWords(painter,
                     QRectF(left, to.area.top(), width + 1, look::lineHeight(Role::caption)),
                     tr("not finite"), Role::caption, colour);
  }
}

// On a logarithmic axis a band that reaches 0 goes down to the edge of the plot.
void PlotPicture::drawBands(QPainter& painter, const PlotMap& to, const QPalette& palette) const {
  for (const Line& line : lines) {
    if (line.drawn.band.empty()) continue;
    QPolygonF edge;
    for (const BandPlace& place : line.drawn.band)
      if (const double high = toAxis(place.high, scale); std::isfinite(high))
        edge << to.toScreen({place.x, high});
    for (auto place = line.drawn.band.rbegin(); place != line.drawn.band.rend(); ++place) {
      if (!std::isfinite(toAxis(place->high, scale))) continue;
      const double low = toAxis(place->low, scale);
      edge << to.toScreen({place->x, std::isfinite(low) ? low : y.low});
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(look::withAlpha(look::curveColour(line.colour, palette), bandShare));
    painter.drawPolygon(edge);
    painter.setBrush(Qt::NoBrush);
  }
}

void PlotPicture::drawLines(QPainter& painter, const PlotMap& to, const QPalette& palette) const {
  const QColor ground = look::tokens(palette).plot;
  std::vector<const Line*> order;
  for (const Line& line : lines) order.push_back(&line);
  // What stands out lies over the others.
  std::stable_sort(order.begin(), order.end(), [](const Line* a, const Line* b) {
    const auto rank = [](const Line* line) {
      return 2 * (line->stress == Stress::faint    ? 0
                  : line->stress == Stress::normal ? 1
                                                   : 2) +
             (line->isBehind ? 0 : 1);
    };
    return rank(a) < rank(b);
  });
  const auto colourOf = [&](const Line& line) {
    const QColor full = look::curveColour(line.colour, palette);
    if (line.stress == Stress::faint) return look::mixed(full, ground, faintShare);
    return line.isBehind ? look::mixed(full, ground, behindShare) : full;
  };
  for (const Line* line : order)
    if (line->drawn.smooth && line->stress != Stress::faint)
      paintLine(painter, to, line->drawn.raw,
                {look::mixed(colourOf(*line), ground, rawShare), 1, {}, 0});
  for (const Line* line : order) {
    const ReducedCurve& shown = line->drawn.smooth ? *line->drawn.smooth : line->drawn.raw;
    const bool isFocus = line->stress == Stress::focus;
    const double dots = pointsIn(shown) < fewPoints ? (isFocus ? 2 : 1.5) : 0;
    const double width = line->isBehind ? behindWidth : isFocus ? focusWidth : lineWidth;
    paintLine(painter, to, shown, {colourOf(*line), width, dashesOf(*line), dots});
    drawOutliers(painter, to, *line, colourOf(*line));
  }
  if (best)
    paintDiamond(painter, to.toScreen(best->at), px(diamondSize),
                 look::curveColour(best->colour, palette));
}

// Where values lie above or below what is shown, since outliers are left out or by zooming.
void PlotPicture::drawOutliers(QPainter& painter, const PlotMap& to, const Line& line,
                               const QColor& colour) const {
  double lastTop = -1e9, lastBottom = -1e9;
  for (const LinePart& part : line.drawn.raw.parts)
    for (const QPointF& point : part) {
      if (point.x() < x.low || point.x() > x.high || (point.y() >= y.low && point.y() <= y.high))
        continue;
      const bool isAbove = point.y() > y.high;
      const double at = to.toScreen({point.x(), y.low}).x();
      double& last = isAbove ? lastTop : lastBottom;
      if (at < last + 2 * triangle) continue;
      last = at;
      if (isAbove)
        paintTriangle(painter, {at, to.area.top() - px(3)}, -px(5), colour);
      else
        paintTriangle(painter, {at, to.area.bottom()}, px(5), colour);
    }
}

void PlotPicture::drawMarks(QPainter& painter, const PlotMap& to, const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  for (const Mark& mark : marks) {
    if (mark.x < x.low || mark.x > x.high) continue;
    const double at = to.toScreen({mark.x, y.low}).x();
    const QColor colour = mark.colour >= 0 ? look::curveColour(mark.colour, palette) : now.text2;
    painter.setPen(QPen(colour, 1));
    painter.drawLines(dashesAlong({{at, to.area.top()}, {at, to.area.bottom()}}, {1, 3}));
    paintTriangle(painter, {at, to.area.top()}, px(6), colour);
    look::paintWords(
        painter, QRectF(at + px(6), to.area.top() - px(8), px(40), look::lineHeight(Role::caption)),
        mark.text, Role::caption, now.text2);
  }
}

}  // namespace trainyard
