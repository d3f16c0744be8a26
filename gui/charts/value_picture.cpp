// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/value_picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/curve_mark.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

namespace trainyard {
namespace {

using look::px;

constexpr double barShare = 0.6, mostBar = 48, leastBar = 2;
constexpr double dotSize = 8, reach = 14;
constexpr double othersShare = 0.3;  // of a value's colour beside one that stands out

}  // namespace

QPointF ValuePicture::placeOf(std::size_t index) const {
  const double x = kind == OwnPanel::Kind::bars ? static_cast<double>(index) + 0.5
                                                : toAxis(all[index].x, xScale);
  return {x, toAxis(all[index].y, scale)};
}

QRectF ValuePicture::boxOf(std::size_t index, const PlotMap& map) const {
  const QPointF place = placeOf(index);
  if (!std::isfinite(place.x()) || !std::isfinite(place.y())) return {};
  const QPointF at = map.toScreen(place);
  if (kind == OwnPanel::Kind::scatter) {
    const double size = px(dotSize);
    return {at.x() - size / 2, at.y() - size / 2, size, size};
  }
  const double slot = map.area.width() / std::max<double>(1, static_cast<double>(all.size()));
  const double width = std::clamp(slot * barShare, leastBar, static_cast<double>(px(mostBar)));
  // From zero, or from the nearest edge where zero is not on the axis.
  const double zero = scale == YScale::linear ? std::clamp(0.0, map.y.low, map.y.high) : map.y.low;
  const double base = map.toScreen({place.x(), zero}).y();
  return QRectF(QPointF(at.x() - width / 2, base), QPointF(at.x() + width / 2, at.y()))
      .normalized();
}

int ValuePicture::under(QPointF at, const PlotMap& map) const {
  if (!hasAxes() || !map.area.contains(at)) return -1;
  if (kind == OwnPanel::Kind::bars) {
    const double slot =
        map.area.width() / static_cast<double>(std::max<std::size_t>(1, all.size()));
    const int index = static_cast<int>((at.x() - map.area.left()) / slot);
    return index >= 0 && index < static_cast<int>(all.size()) ? index : -1;
  }
  int nearest = -1;
  double distance = px(reach);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QRectF box = boxOf(i, map);
    if (box.isNull()) continue;
    const QPointF by = box.center() - at;
    if (const double away = std::hypot(by.x(), by.y()); away < distance) {
      distance = away;
      nearest = static_cast<int>(i);
    }
  }
  return nearest;
}

void ValuePicture::draw(QPainter& painter, const PlotMap& map, const QPalette& palette) const {
  if (!hasAxes()) return drawNumber(painter, map.area, palette);
  const look::Tokens& now = look::tokens(palette);
  const QFontMetricsF metrics(look::font(look::Role::caption));
  const double slot = map.area.width() / static_cast<double>(std::max<std::size_t>(1, all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QRectF box = boxOf(i, map);
    if (box.isNull() && kind == OwnPanel::Kind::scatter) continue;
    QColor colour = look::curveColour(all[i].colour, palette);
    if (!emphasis.isEmpty() && emphasis != all[i].run)
      colour = look::mixed(colour, now.plot, othersShare);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (kind == OwnPanel::Kind::scatter) {
      painter.drawEllipse(box);
      continue;
    }
    if (std::isfinite(placeOf(i).y())) painter.fillRect(box, colour);
    drawBand(painter, i, map, palette);
    const QString text = shortText(all[i].y);
    const double width = metrics.horizontalAdvance(text),
                 line = look::lineHeight(look::Role::caption);
    if (width + px(4) > slot || !std::isfinite(placeOf(i).y())) continue;
    double top = all[i].y < 0 ? box.bottom() + 1 : box.top() - line - px(2);
    if (all[i].band && all[i].runs > 1 && all[i].y >= 0)
      top = std::min(top, map.toScreen({0, toAxis(all[i].band->high, scale)}).y() - line - px(2));
    look::paintWords(painter, QRectF(box.center().x() - width / 2 - 1, top, width + 2, line), text,
                     look::Role::caption, now.text, Qt::AlignHCenter);
  }
  painter.setBrush(Qt::NoBrush);
}

void ValuePicture::drawBand(QPainter& painter, std::size_t index, const PlotMap& map,
                            const QPalette& palette) const {
  const PanelValue& value = all[index];
  const double high = value.band ? toAxis(value.band->high, scale) : CurveBlock::none;
  if (!value.band || value.runs < 2 || !std::isfinite(high)) return;
  const double low = toAxis(value.band->low, scale);
  const double x = placeOf(index).x();
  const QPointF top = map.toScreen({x, high}),
                bottom = map.toScreen({x, std::isfinite(low) ? low : map.y.low});
  const double half = px(4);
  painter.setPen(QPen(look::tokens(palette).text, 1));
  painter.drawLine(top, bottom);
  for (const QPointF& end : {top, bottom})
    painter.drawLine(end - QPointF(half, 0), end + QPointF(half, 0));
}

void ValuePicture::drawNumber(QPainter& painter, const QRectF& area,
                              const QPalette& palette) const {
  if (all.empty()) return;
  const look::Tokens& now = look::tokens(palette);
  const double line = look::lineHeight(look::Role::number),
               below = look::lineHeight(look::Role::help);
  const double left = area.left(), width = area.width();
  look::paintWords(painter, QRectF(left, area.top(), width, line), number, look::Role::number,
                   now.text);
  const double top = area.top() + line + px(6);
  paintCurveSwatch(painter, QRectF(left, top + (below - px(8)) / 2, px(8), px(8)), colour, palette);
  look::paintWords(painter, QRectF(left + px(14), top, width - px(14), below), ofNumber,
                   look::Role::help, now.text2);
}

}  // namespace trainyard
