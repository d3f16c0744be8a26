// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/curve_collection.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace trainyard {
namespace {

// A step that a double holds: others are none that a program has counted.
std::optional<std::int64_t> possibleStep(const TrackedPoint& point) {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  const bool isPossible = point.step && *point.step > -limit && *point.step < limit;
  return isPossible ? point.step : std::nullopt;
}

}  // namespace

std::optional<double> possibleTime(std::optional<double> time) {
  constexpr double year10000 = 253'402'300'800;
  return time && *time > 0 && *time < year10000 ? time : std::nullopt;
}

void CurveCollection::add(const TrackedPoint& point) {
  const std::optional<std::int64_t> step = possibleStep(point);
  const std::optional<double> time = possibleTime(point.time);
  for (const auto& [name, value] : point.values) {
    std::vector<Sample>& curve = m_curves[name];
    const auto isReplaced = [&](const Sample& last) {
      return step && last.step &&
             (*last.step > *step || (*last.step == *step && last.file < m_file));
    };
    while (!curve.empty() && isReplaced(curve.back())) curve.pop_back();
    curve.push_back({step, time, point.epoch, value, m_file});
  }
  if (!time) return;
  m_first = std::min(m_first.value_or(*time), *time);
  m_last = std::max(m_last.value_or(*time), *time);
}

std::set<std::string> CurveCollection::names() const {
  std::set<std::string> names;
  for (const auto& [name, curve] : m_curves) names.insert(name);
  return names;
}

std::int64_t CurveCollection::points() const {
  std::int64_t count = 0;
  for (const auto& [name, curve] : m_curves) count += std::ssize(curve);
  return count;
}

std::vector<Event> CurveCollection::events(std::int64_t sequence, double earliest) const {
  constexpr std::int64_t behind = std::numeric_limits<std::int64_t>::max();
  // The same metric a second time at one step is a further event.
  using Place = std::tuple<std::int64_t, double, int>;
  std::map<Place, Event> byPlace;
  for (const auto& [name, curve] : m_curves) {
    int again = 0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const Sample& sample = curve[i];
      const double time = std::max(sample.time.value_or(earliest), earliest);
      again = i > 0 && sample.step == curve[i - 1].step ? again + 1 : 0;
      const Place place(sample.step.value_or(behind), sample.step ? 0 : time, again);
      Event& event = byPlace[place];
      if (!std::holds_alternative<MetricsEvent>(event.body)) {
        event.time = time;
        event.body = MetricsEvent{sample.step, sample.epoch, std::nullopt, {}};
      }
      auto& metrics = std::get<MetricsEvent>(event.body);
      if (!metrics.epoch) metrics.epoch = sample.epoch;
      metrics.values.emplace_back(name, sample.value);
    }
  }
  std::vector<Event> events;
  events.reserve(byPlace.size());
  for (auto& [place, event] : byPlace) {
    event.sequence = sequence++;
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace trainyard
