// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/series_functions.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <utility>

#include "gui/charts/smoothing.h"

namespace trainyard::series {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool hasSamePlaces(const Points& a, const Points& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const CurvePoint& one, const CurvePoint& other) {
                                              return one.x == other.x;
                                            });
}

// The values of `curve` where `places` has points, in its place; both are cut to what they share.
void interpolateAt(Points& places, Points& curve) {
  Points out;
  if (curve.empty()) {
    places.clear();
    return;
  }
  std::erase_if(places, [&](const CurvePoint& point) {
    return point.x < curve.front().x || point.x > curve.back().x;
  });
  out.reserve(places.size());
  std::size_t next = 0;
  for (const CurvePoint& place : places) {
    while (curve[next].x < place.x) ++next;
    const CurvePoint& after = curve[next];
    if (after.x == place.x) {
      out.push_back({place.x, after.y});
      continue;
    }
    const CurvePoint& before = curve[next - 1];
    const double share = (place.x - before.x) / (after.x - before.x);
    out.push_back({place.x, before.y + (after.y - before.y) * share});
  }
  curve = std::move(out);
}

template <class Better>
double extreme(const Points& points, Better isBetter) {
  double found = none;
  for (const CurvePoint& point : points)
    if (std::isfinite(point.y) && (std::isnan(found) || isBetter(point.y, found))) found = point.y;
  return found;
}

}  // namespace

void apply(Points& points, const std::function<double(double)>& function) {
  for (CurvePoint& point : points) point.y = function(point.y);
}

void exponentialAverage(Points& points, double weight) {
  MovingAverage average(weight);
  for (CurvePoint& point : points) {
    if (!std::isfinite(point.y)) continue;
    CurveBlock column;
    column.add({point.x, point.y}, false);
    point.y = average.take(column);
  }
}

// The sum is made anew now and then: differences of large sums lose the small values.
void averageOfLast(Points& points, double count) {
  constexpr int sumsUntilAnew = 4096;
  const auto most = static_cast<std::size_t>(std::clamp(std::floor(count), 1.0, 1e9));
  std::deque<double> window;
  double sum = 0;
  int sums = 0;
  for (CurvePoint& point : points) {
    if (!std::isfinite(point.y)) continue;
    window.push_back(point.y);
    sum += point.y;
    if (window.size() > most) {
      sum -= window.front();
      window.pop_front();
    }
    if (++sums >= sumsUntilAnew && window.size() <= sumsUntilAnew) {
      sums = 0;
      sum = 0;
      for (const double value : window) sum += value;
    }
    point.y = sum / static_cast<double>(window.size());
  }
}

void cumulate(Points& points, const std::function<double(double, double)>& function) {
  std::optional<double> before;
  for (CurvePoint& point : points) {
    if (!std::isfinite(point.y)) continue;
    before = point.y = before ? function(*before, point.y) : point.y;
  }
}

void difference(Points& points) {
  double before = none;
  for (CurvePoint& point : points) {
    const double value = point.y;
    point.y = value - before;
    if (std::isfinite(value)) before = value;
  }
  if (!points.empty()) points.erase(points.begin());
}

void rate(Points& points, const StepTable& steps) {
  double before = none, timeBefore = none;
  for (CurvePoint& point : points) {
    const double value = point.y, time = steps.placeOf(Along::time, point.x);
    const double seconds = time - timeBefore;
    point.y = seconds > 0 ? (value - before) / seconds : none;
    if (!std::isfinite(value)) continue;
    before = value;
    timeBefore = time;
  }
  if (!points.empty()) points.erase(points.begin());
}

double first(const Points& points) {
  const auto found =
      std::ranges::find_if(points, [](const CurvePoint& point) { return std::isfinite(point.y); });
  return found == points.end() ? none : found->y;
}

double last(const Points& points) {
  for (auto point = points.rbegin(); point != points.rend(); ++point)
    if (std::isfinite(point->y)) return point->y;
  return none;
}

double least(const Points& points) { return extreme(points, std::less<double>()); }
double greatest(const Points& points) { return extreme(points, std::greater<double>()); }

double mean(const Points& points) {
  double sum = 0, count = 0;
  for (const CurvePoint& point : points) {
    if (!std::isfinite(point.y)) continue;
    sum += point.y;
    ++count;
  }
  return count > 0 ? sum / count : none;
}

double deviation(const Points& points) {
  const double centre = mean(points);
  double squares = 0, count = 0;
  for (const CurvePoint& point : points) {
    if (!std::isfinite(point.y)) continue;
    squares += (point.y - centre) * (point.y - centre);
    ++count;
  }
  return count == 0 ? none : count == 1 ? 0 : std::sqrt(squares / (count - 1));
}

void align(Points& a, Points& b) {
  if (hasSamePlaces(a, b)) return;
  if (a.size() <= b.size())
    interpolateAt(a, b);
  else
    interpolateAt(b, a);
}

}  // namespace trainyard::series
