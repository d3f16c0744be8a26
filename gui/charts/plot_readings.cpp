// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_readings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double readingDistance = 8;  // pixels; points farther from the line are not read out

std::optional<XRange> bandAt(const std::vector<BandPlace>& band, double x) {
  const auto at =
      std::lower_bound(band.begin(), band.end(), x,
                       [](const BandPlace& place, double value) { return place.x < value; });
  if (at == band.end()) return std::nullopt;
  return XRange{at->low, at->high};
}

}  // namespace

PlotReadings::PlotReadings(const PlotPicture& picture, const QRectF& rect, PlaceUnit unit,
                           double place)
    : m_picture(picture), m_rect(rect), m_map(picture.map(rect)), m_unit(unit), m_place(place) {
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    const DrawnCurve& drawn = picture.lines[i].drawn;
    const CurvePoint* point = nearestPoint(drawn.points, place);
    if (!point) continue;
    Reading reading{i, *point, std::nullopt, bandAt(drawn.band, point->x)};
    if (drawn.smooth)
      if (const CurvePoint* smooth = nearestPoint(drawn.smoothed, point->x))
        reading.smoothed = smooth->y;
    m_all.push_back(reading);
  }
  if (m_all.empty()) return;
  const double x = nearestPlace();
  const double perPixel =
      (picture.x.high - picture.x.low) / std::max(picture.area(rect).width(), 1.0);
  std::erase_if(m_all, [&](const Reading& reading) {
    return std::abs(reading.point.x - x) > readingDistance * perPixel;
  });
  std::ranges::stable_sort(m_all, {}, &Reading::shown);
}

const PlotReadings::Reading& PlotReadings::nearest() const {
  return *std::ranges::min_element(
      m_all, {}, [&](const Reading& reading) { return std::abs(reading.point.x - m_place); });
}

double PlotReadings::nearestPlace() const { return nearest().point.x; }

double PlotReadings::height(const Reading& reading) const {
  return toAxis(reading.shown(), m_picture.scale);
}

QString PlotReadings::words(const Reading& reading) const {
  const QString& label = m_picture.lines[reading.line].label;
  const QString value =
      reading.band ? tr("%1, from %2 to %3")
                         .arg(readOut(reading.point.y), readOut(reading.band->low),
                              readOut(reading.band->high))
      : reading.smoothed
          ? tr("%1, smoothed %2").arg(readOut(reading.point.y), readOut(*reading.smoothed))
          : readOut(reading.point.y);
  return tr("%1%2  at %3")
      .arg(label.isEmpty() ? label : label + u"  "_s, value,
           PlaceText::words(m_unit, reading.point.x));
}

QStringList PlotReadings::words() const {
  QStringList out;
  for (const Reading& reading : m_all) out << words(reading);
  return out;
}

std::vector<PlotHover::Dot> PlotReadings::dots() const {
  std::vector<PlotHover::Dot> dots;
  for (const Reading& reading : m_all) {
    const double y = height(reading);
    const QPointF at = m_map.toScreen({reading.point.x, y});
    if (std::isfinite(y) && m_map.area.contains(at))
      dots.push_back({at, m_picture.lines[reading.line].colour});
  }
  return dots;
}

std::vector<PlotReadings::Reading> PlotReadings::nearestTo(double pointerY,
                                                           std::size_t most) const {
  const auto distance = [&](std::size_t index) {
    const double y = height(m_all[index]);
    return std::isfinite(y) ? std::abs(m_map.toScreen({m_all[index].point.x, y}).y() - pointerY)
                            : std::numeric_limits<double>::infinity();
  };
  std::vector<std::size_t> order(m_all.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, distance);
  order.resize(std::min(most, order.size()));
  std::ranges::sort(order);
  std::vector<Reading> kept;
  for (const std::size_t one : order) kept.push_back(m_all[one]);
  return kept;
}

PlotReadout PlotReadings::readout(const QString& tokens, double pointerY) const {
  PlotReadout readout;
  readout.head = PlaceText::words(m_unit, nearestPlace());
  if (!tokens.isEmpty()) readout.head = tr("%1, %2").arg(readout.head, tokens);
  std::vector<Reading> shown = m_all;
  if (const std::size_t most = PlotOverlay::numRows(static_cast<int>(m_rect.height()));
      m_all.size() > most) {
    readout.more = tr("%1 more").arg(m_all.size() - (most - 1));
    shown = nearestTo(pointerY, most - 1);
  }
  for (const Reading& reading : shown) {
    const PlotPicture::Line& line = m_picture.lines[reading.line];
    readout.rows.push_back(
        {line.colour, line.label.isEmpty() ? m_picture.title : line.label, readOut(reading.shown()),
         reading.band ? tr("%1 to %2").arg(readOut(reading.band->low), readOut(reading.band->high))
         : reading.smoothed ? readOut(reading.point.y)
                            : QString()});
  }
  return readout;
}

}  // namespace trainyard
