// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/place_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "gui/forms/quantity_text.h"

namespace trainyard {
namespace {

constexpr double ticksIn = 3;  // at least so many of a unit, or the next smaller one is used

struct TimeScale {
  double seconds;
  QString name;
};

}  // namespace

PlaceUnit unitOf(Along along) {
  switch (along) {
    case Along::tokens:
      return PlaceUnit::tokens;
    case Along::time:
      return PlaceUnit::seconds;
    case Along::epochs:
      return PlaceUnit::epochs;
    default:
      return PlaceUnit::steps;
  }
}

static TimeScale timeScaleOf(XRange range) {
  const double extent = range.high - range.low;
  if (extent >= ticksIn * 86400) return {86400, PlaceText::tr("days")};
  if (extent >= ticksIn * 3600) return {3600, PlaceText::tr("h")};
  if (extent >= ticksIn * 60) return {60, PlaceText::tr("min")};
  return {1, PlaceText::tr("s")};
}

QString PlaceText::axisName(PlaceUnit unit, XRange range) {
  switch (unit) {
    case PlaceUnit::tokens:
      return tr("tokens");
    case PlaceUnit::seconds:
      return timeScaleOf(range).name;
    case PlaceUnit::epochs:
      return tr("epoch");
    default:
      return tr("step");
  }
}

std::vector<AxisTick> PlaceText::ticks(PlaceUnit unit, XRange range, int wanted) {
  if (unit == PlaceUnit::powers) return logarithmicTicks(range.low, range.high, wanted);
  if (unit == PlaceUnit::epochs || unit == PlaceUnit::values)
    return linearTicks(range.low, range.high, wanted);
  if (unit != PlaceUnit::seconds) {
    // There is nothing between two steps.
    const double most = std::clamp(std::floor(range.high - range.low), 1.0, double(wanted));
    std::vector<AxisTick> ticks = linearTicks(range.low, range.high, static_cast<int>(most));
    std::erase_if(ticks, [](const AxisTick& tick) { return tick.at != std::round(tick.at); });
    return ticks;
  }
  const double scale = timeScaleOf(range).seconds;
  std::vector<AxisTick> ticks = linearTicks(range.low / scale, range.high / scale, wanted);
  for (AxisTick& tick : ticks) tick.at *= scale;
  return ticks;
}

QString PlaceText::words(PlaceUnit unit, double place) {
  switch (unit) {
    case PlaceUnit::tokens:
      return tokens(place);
    case PlaceUnit::seconds:
      return QuantityText::duration(place);
    case PlaceUnit::epochs:
      return tr("epoch %1").arg(QLocale().toString(place, 'f', 2));
    case PlaceUnit::values:
      return readOut(place);
    case PlaceUnit::powers:
      return readOut(std::pow(10, place));
    default:
      return tr("step %1").arg(readOut(place));
  }
}

QString PlaceText::tokens(double count) {
  const QLocale locale;
  for (const auto& [scale, suffix] : {std::pair{1e12, QStringLiteral(" T")},
                                      {1e9, QStringLiteral(" G")},
                                      {1e6, QStringLiteral(" M")},
                                      {1e4, QStringLiteral(" k")}}) {
    const double unit = scale == 1e4 ? 1e3 : scale;
    if (count >= scale) return tr("%1 tokens").arg(locale.toString(count / unit, 'f', 1) + suffix);
  }
  return tr("%1 tokens").arg(locale.toString(static_cast<qlonglong>(std::llround(count))));
}

}  // namespace trainyard
