// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/step_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

double valueOf(const StepPlace& place, Along along) {
  switch (along) {
    case Along::tokens:
      return place.tokens;
    case Along::time:
      return place.time;
    case Along::epochs:
      return place.epoch;
    default:
      return place.step;
  }
}

// Between the two places around `at`, or through the nearest two. Both functions ascend.
template <class From, class To>
double interpolated(const QList<StepPlace>& places, double at, From from, To to) {
  if (places.isEmpty()) return std::numeric_limits<double>::quiet_NaN();
  if (places.size() == 1) return to(places.first());
  auto after = std::upper_bound(places.begin() + 1, places.end() - 1, at,
                                [&](double x, const StepPlace& place) { return x < from(place); });
  const StepPlace &a = *std::prev(after), &b = *after;
  const double width = from(b) - from(a);
  return width > 0 ? to(a) + (at - from(a)) / width * (to(b) - to(a)) : to(b);
}

}  // namespace

StepTable::StepTable(const QList<StepPlace>& places) : m_places(places) {
  if (m_places.isEmpty()) return;
  const double start = m_places.first().time;
  double tokens = 0, epoch = 0, time = 0;
  // An attempt that resumed may count anew, and clocks go back: what is shown never does.
  for (StepPlace& place : m_places) {
    place.time = time = std::max(time, place.time - start);
    if (!std::isnan(place.tokens)) place.tokens = tokens = std::max(tokens, place.tokens);
    if (!std::isnan(place.epoch)) place.epoch = epoch = std::max(epoch, place.epoch);
  }
}

bool StepTable::has(Along along) const {
  return along == Along::steps ||
         (!m_places.isEmpty() && !std::isnan(valueOf(m_places.first(), along)) &&
          !std::isnan(valueOf(m_places.last(), along)));
}

double StepTable::placeOf(Along along, double step) const {
  if (along == Along::steps) return step;
  return interpolated(
      m_places, step, [](const StepPlace& place) { return place.step; },
      [along](const StepPlace& place) { return valueOf(place, along); });
}

double StepTable::stepOf(Along along, double place) const {
  if (along == Along::steps) return place;
  return interpolated(
      m_places, place, [along](const StepPlace& p) { return valueOf(p, along); },
      [](const StepPlace& p) { return p.step; });
}

std::optional<double> StepTable::known(Along along, double step) const {
  if (!has(along) || m_places.isEmpty() || step < m_places.first().step ||
      step > m_places.last().step)
    return std::nullopt;
  return placeOf(along, step);
}

}  // namespace trainyard
