// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/device_lanes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace trainyard {
namespace {

// The store keeps a sample in ten minutes of what is older than a day; what lies further apart was
// not watched.
constexpr double longestSample = 660, usualSample = 5;
constexpr double fullTemperature = 90;

// Node, whether it is the processors, GPU: the order of lanes.
using LanePlace = std::tuple<QString, bool, int>;

double overlap(double begin, double end, const DeviceSpan& range) {
  return std::max(0.0, std::min(end, range.end) - std::max(begin, range.begin));
}

void addSample(DeviceLane& lane, LaneSample sample) {
  sample.end = sample.begin + usualSample;
  if (!lane.samples.isEmpty()) {
    LaneSample& last = lane.samples.last();
    if (sample.begin <= last.begin) return;
    const bool follows =
        last.attempt == sample.attempt && sample.begin - last.begin <= longestSample;
    last.end = follows ? sample.begin : std::min(last.end, sample.begin);
  }
  lane.samples << sample;
}

// What two ordered lists of spans have in common.
QList<DeviceSpan> commonSpans(const QList<DeviceSpan>& a, const QList<DeviceSpan>& b) {
  QList<DeviceSpan> common;
  for (qsizetype i = 0, j = 0; i < a.size() && j < b.size();) {
    const DeviceSpan both{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
    if (both.seconds() > 0) common << both;
    a[i].end < b[j].end ? ++i : ++j;
  }
  return common;
}

}  // namespace

double LaneSample::of(DeviceMeasure measure) const {
  switch (measure) {
    case DeviceMeasure::load:
      return load;
    case DeviceMeasure::memory:
      return memoryGib;
    case DeviceMeasure::power:
      return powerWatts;
    case DeviceMeasure::temperature:
      return celsius;
  }
  return 0;
}

QList<DeviceLane> deviceLanes(const QList<SystemRecord>& systems) {
  std::map<LanePlace, DeviceLane> lanes;
  for (const SystemRecord& system : systems) {
    for (const DeviceRecord& device : system.devices) {
      DeviceLane& lane = lanes[{system.node, false, device.index}];
      lane.node = system.node;
      lane.gpu = device.index;
      lane.name = device.name;
      lane.memoryTotalGib = std::max(lane.memoryTotalGib, device.memoryTotalGib);
      addSample(lane, {.begin = system.time,
                       .attempt = system.attempt,
                       .load = device.utilizationRatio,
                       .memoryGib = device.memoryUsedGib,
                       .powerWatts = device.powerWatts,
                       .celsius = device.temperatureCelsius});
    }
    DeviceLane& host = lanes[{system.node, true, 0}];
    host.node = system.node;
    addSample(host, {.begin = system.time,
                     .attempt = system.attempt,
                     .load = system.cpuRatio,
                     .memoryGib = system.memoryGib});
  }
  QList<DeviceLane> out;
  for (auto& [place, lane] : lanes) out << std::move(lane);
  return out;
}

std::optional<DeviceSpan> spanOf(const QList<DeviceLane>& lanes) {
  std::optional<DeviceSpan> span;
  for (const DeviceLane& lane : lanes) {
    if (lane.samples.isEmpty()) continue;
    const DeviceSpan own{lane.samples.first().begin, lane.samples.last().end};
    span = span ? DeviceSpan{std::min(span->begin, own.begin), std::max(span->end, own.end)} : own;
  }
  return span;
}

QList<DeviceSpan> idleSpans(const DeviceLane& lane) {
  QList<DeviceSpan> spans;
  for (const LaneSample& sample : lane.samples) {
    if (sample.load >= idleLoad) continue;
    if (!spans.isEmpty() && spans.last().end == sample.begin)
      spans.last().end = sample.end;
    else
      spans << DeviceSpan{sample.begin, sample.end};
  }
  spans.removeIf([](const DeviceSpan& span) { return span.seconds() < shortestIdle; });
  return spans;
}

QList<DeviceSpan> allIdleSpans(const QList<DeviceLane>& lanes) {
  std::optional<QList<DeviceSpan>> common;
  for (const DeviceLane& lane : lanes)
    if (lane.isGpu()) common = common ? commonSpans(*common, idleSpans(lane)) : idleSpans(lane);
  QList<DeviceSpan> spans = common.value_or(QList<DeviceSpan>());
  // Nodes are not sampled at the same moment.
  spans.removeIf([](const DeviceSpan& span) { return span.seconds() < shortestIdle; });
  return spans;
}

std::vector<LaneCell> laneCells(const DeviceLane& lane, DeviceMeasure measure,
                                const DeviceSpan& range, int columns) {
  std::vector<LaneCell> cells(static_cast<std::size_t>(std::max(columns, 0)));
  if (columns <= 0 || range.seconds() <= 0) return cells;
  std::vector<double> sums(cells.size()), weights(cells.size()), idle(cells.size());
  const double width = range.seconds() / columns;
  const QList<DeviceSpan> pauses = lane.isGpu() ? idleSpans(lane) : QList<DeviceSpan>();
  const auto eachColumn = [&](double begin, double end, auto add) {
    const int first = std::max(0, static_cast<int>((begin - range.begin) / width));
    const int last = std::min(columns - 1, static_cast<int>((end - range.begin) / width));
    for (int column = first; column <= last; ++column) {
      const double left = range.begin + column * width;
      const double weight = overlap(begin, end, {left, left + width});
      if (weight > 0) add(static_cast<std::size_t>(column), weight);
    }
  };
  for (const LaneSample& sample : lane.samples) {
    if (sample.end <= range.begin || sample.begin >= range.end) continue;
    if (measure != DeviceMeasure::load && sample.of(measure) <= 0) continue;  // not known
    eachColumn(sample.begin, sample.end, [&](std::size_t column, double weight) {
      sums[column] += weight * sample.of(measure);
      weights[column] += weight;
    });
  }
  for (const DeviceSpan& pause : pauses)
    if (pause.end > range.begin && pause.begin < range.end)
      eachColumn(pause.begin, pause.end,
                 [&](std::size_t column, double weight) { idle[column] += weight; });
  for (std::size_t column = 0; column < cells.size(); ++column)
    if (weights[column] > 0)
      cells[column] = {sums[column] / weights[column], idle[column] > weights[column] / 2};
  return cells;
}

LaneFigures figuresOf(const DeviceLane& lane, const DeviceSpan& range) {
  LaneFigures figures;
  for (const LaneSample& sample : lane.samples) {
    const double seconds = overlap(sample.begin, sample.end, range);
    if (seconds <= 0) continue;
    figures.seconds += seconds;
    figures.load += seconds * sample.load;
    figures.powerWatts += seconds * sample.powerWatts;
    figures.memoryGib = std::max(figures.memoryGib, sample.memoryGib);
    figures.celsius = std::max(figures.celsius, sample.celsius);
  }
  if (figures.seconds > 0) {
    figures.load /= figures.seconds;
    figures.powerWatts /= figures.seconds;
  }
  if (lane.isGpu())
    for (const DeviceSpan& pause : idleSpans(lane))
      figures.idleSeconds += overlap(pause.begin, pause.end, range);
  return figures;
}

double fullValue(const QList<DeviceLane>& lanes, DeviceMeasure measure, bool ofGpus) {
  if (measure == DeviceMeasure::load) return 1;
  if (measure == DeviceMeasure::temperature) return fullTemperature;
  double most = 0;
  for (const DeviceLane& lane : lanes) {
    if (lane.isGpu() != ofGpus) continue;
    if (measure == DeviceMeasure::memory) most = std::max(most, lane.memoryTotalGib);
    for (const LaneSample& sample : lane.samples) most = std::max(most, sample.of(measure));
  }
  return most;
}

const LaneSample* sampleAt(const DeviceLane& lane, double time) {
  const auto after = std::ranges::upper_bound(lane.samples, time, {}, &LaneSample::begin);
  if (after == lane.samples.begin()) return nullptr;
  const LaneSample& found = *std::prev(after);
  return time < found.end ? &found : nullptr;
}

}  // namespace trainyard
