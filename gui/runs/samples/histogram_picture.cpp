// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/histogram_picture.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double gutter = 56, topMargin = 26, rightMargin = 14, bottomMargin = 28;
constexpr double leastWidth = 620;  // for both beside each other
constexpr int pixelsOfTick = 80;

int wantedTicks(double length) {
  return std::clamp(static_cast<int>(length) / px(pixelsOfTick), 2, 6);
}

void drawVerticalTicks(QPainter& painter, const QRectF& area, double low, double high,
                       const look::Tokens& now) {
  const double line = look::lineHeight(Role::caption);
  for (const AxisTick& tick : linearTicks(low, high, wantedTicks(2 * area.height()))) {
    const double y = area.bottom() - area.height() * (tick.at - low) / (high - low);
    look::paintWords(painter, QRectF(area.left() - px(gutter), y - line / 2, px(gutter - 6), line),
                     tick.text, Role::caption, now.text3, Qt::AlignRight);
  }
}

// The name of the axis stands at the right end of the row of ticks.
void drawHorizontalTicks(QPainter& painter, const QRectF& area, double low, double high,
                         const QString& name, const look::Tokens& now) {
  const double line = look::lineHeight(Role::caption);
  const QFontMetricsF metrics(look::font(Role::caption));
  const QRectF row(area.left(), area.bottom() + px(5), area.width(), line);
  look::paintWords(painter, row, name, Role::caption, now.text2, Qt::AlignRight);
  const double free = row.right() - metrics.horizontalAdvance(name) - px(8);
  for (const AxisTick& tick : linearTicks(low, high, wantedTicks(area.width()))) {
    const double x = area.left() + area.width() * (tick.at - low) / (high - low),
                 width = metrics.horizontalAdvance(tick.text) + 2;
    if (x + width / 2 > free) continue;
    look::paintWords(painter, QRectF(x - width / 2, row.top(), width, line), tick.text,
                     Role::caption, now.text3, Qt::AlignHCenter);
  }
}

void drawTitle(QPainter& painter, const QRectF& area, const QString& words,
               const look::Tokens& now) {
  const QRectF line(area.left(), area.top() - px(topMargin) + px(4), area.width(),
                    look::lineHeight(Role::helpName));
  const QFontMetricsF metrics(look::font(Role::helpName));
  look::paintWords(painter, line, metrics.elidedText(words, Qt::ElideRight, line.width()),
                   Role::helpName, now.text2);
}

}  // namespace

HistogramPicture::Areas HistogramPicture::areas(const QRectF& room) const {
  const auto inner = [](const QRectF& part) {
    return part.adjusted(px(gutter), px(topMargin), -px(rightMargin), -px(bottomMargin));
  };
  if (!hasMap()) return {{}, inner(room)};
  QRectF first = room, second = room;
  if (room.width() >= px(leastWidth)) {
    first.setWidth(room.width() * 0.55);
    second.setLeft(first.right());
  } else {
    first.setHeight(room.height() * 0.55);
    second.setTop(first.bottom());
  }
  return {inner(first), inner(second)};
}

double HistogramPicture::placeOf(double at, const QRectF& map) const {
  const double first = history->columns.front().step, last = history->columns.back().step;
  return last > first ? map.left() + map.width() * (at - first) / (last - first) : map.left();
}

const HistogramHistory::Column* HistogramPicture::columnAt(double x, const QRectF& map) const {
  const auto distance = [&](const HistogramHistory::Column& column) {
    return std::abs(placeOf(column.step, map) - x);
  };
  return &*std::min_element(
      history->columns.begin(), history->columns.end(),
      [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

void HistogramPicture::draw(QPainter& painter, const QRectF& room, const QPalette& palette,
                            const QFont&) const {
  painter.save();
  const Areas parts = areas(room);
  if (hasMap()) drawMap(painter, parts.map, palette);
  drawBars(painter, parts.bars, palette);
  painter.restore();
}

// Each column reaches half way to its neighbours.
void HistogramPicture::drawMap(QPainter& painter, const QRectF& area,
                               const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  const auto& columns = history->columns;
  if (area.width() < 10 || area.height() < 10) return;
  const double height = area.height() / HistogramHistory::numBins;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double at = placeOf(columns[i].step, area);
    const double left = i == 0 ? area.left() : (at + placeOf(columns[i - 1].step, area)) / 2,
                 right = i + 1 == columns.size() ? area.right()
                                                 : (at + placeOf(columns[i + 1].step, area)) / 2;
    for (int bin = 0; bin < HistogramHistory::numBins; ++bin) {
      // The root lets small shares be seen beside a large one.
      const double share = std::sqrt(columns[i].shares[static_cast<std::size_t>(bin)] /
                                     std::max(1e-12, history->highestShare));
      const double top = area.bottom() - (bin + 1) * height;
      painter.fillRect(QRectF(QPointF(std::round(left), std::round(top)),
                              QPointF(std::round(right), std::round(top + height))),
                       look::onRamp(now.areas, std::min(1.0, share)));
    }
  }
  const double x = std::round(placeOf(step, area));
  painter.fillRect(QRectF(x - 2, area.top(), 4, area.height()), now.surface);
  painter.fillRect(QRectF(x - 0.75, area.top(), 1.5, area.height()), now.accent);
  look::paintEdge(painter, area, Qt::BottomEdge, now.axis);
  drawTitle(painter, area, tr("Over the steps"), now);
  drawVerticalTicks(painter, area, history->low, history->high, now);
  drawHorizontalTicks(painter, area, columns.front().step, columns.back().step, tr("step"), now);
}

void HistogramPicture::drawBars(QPainter& painter, const QRectF& area,
                                const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  if (area.width() < 10 || area.height() < 10 || histogram.counts.empty()) return;
  double low = histogram.edges.front(), high = histogram.edges.back();
  if (!(high > low)) {
    const double least = std::max(1e-9, std::abs(low) * 1e-6);
    low -= least;
    high += least;
  }
  const double most =
      std::max(1e-12, *std::max_element(histogram.counts.begin(), histogram.counts.end()));
  const auto xOf = [&](double value) {
    return area.left() + area.width() * (value - low) / (high - low);
  };
  const QColor colour = look::curveColour(0, palette);
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    if (histogram.counts[i] <= 0) continue;
    const double height = area.height() * histogram.counts[i] / most;
    const double left = xOf(histogram.edges[i]), right = xOf(histogram.edges[i + 1]);
    // A gap between bars, where they are wide enough for one.
    const double gap = right - left > 4 ? 1 : 0;
    painter.fillRect(
        QRectF(left, area.bottom() - height, std::max(1.0, right - left - gap), height), colour);
  }
  look::paintEdge(painter, area, Qt::BottomEdge, now.axis);
  drawTitle(painter, area, tr("At step %1").arg(QLocale().toString(step, 'f', 0)), now);
  drawVerticalTicks(painter, area, 0, most, now);
  drawHorizontalTicks(painter, area, low, high, tr("value"), now);
}

QString HistogramPicture::words(QPointF at, const QRectF& room, const QFont&) const {
  const Areas parts = areas(room);
  if (hasMap() && parts.map.contains(at)) {
    const auto* column = columnAt(at.x(), parts.map);
    const double width = (history->high - history->low) / HistogramHistory::numBins;
    const int bin = std::clamp(static_cast<int>((parts.map.bottom() - at.y()) / parts.map.height() *
                                                HistogramHistory::numBins),
                               0, HistogramHistory::numBins - 1);
    return tr("step %1: %2 % between %3 and %4")
        .arg(QLocale().toString(column->step, 'f', 0),
             QLocale().toString(100 * column->shares[static_cast<std::size_t>(bin)], 'f', 1),
             readOut(history->low + bin * width), readOut(history->low + (bin + 1) * width));
  }
  if (!parts.bars.contains(at) || histogram.counts.empty()) return {};
  const double low = histogram.edges.front(), high = histogram.edges.back();
  const double value = low + (high - low) * (at.x() - parts.bars.left()) / parts.bars.width();
  const auto after =
      std::upper_bound(histogram.edges.begin() + 1, histogram.edges.end() - 1, value);
  const auto bucket = static_cast<std::size_t>(after - histogram.edges.begin() - 1);
  return tr("%1 between %2 and %3")
      .arg(readOut(histogram.counts[bucket]), readOut(histogram.edges[bucket]),
           readOut(histogram.edges[bucket + 1]));
}

std::optional<double> HistogramPicture::stepAt(QPointF at, const QRectF& room) const {
  const QRectF map = areas(room).map;
  if (!hasMap() || !map.contains(at)) return std::nullopt;
  return columnAt(at.x(), map)->step;
}

void HistogramView::show(const HistogramPicture& picture) {
  m_shown = std::make_shared<const HistogramPicture>(picture);
  setPicture(m_shown);
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
  if (!m_shown || event->button() != Qt::LeftButton) return event->ignore();
  if (const auto step = m_shown->stepAt(event->position(), rect())) emit stepChosen(*step);
}

}  // namespace trainyard
