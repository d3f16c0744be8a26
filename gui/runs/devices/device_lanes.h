// SPDX-License-Identifier: GPL-3.0-or-later
// What each GPU of a run did over time, and each node's processors: samples in lanes, cells of
// pixel columns, and the times in which GPUs stood still. Pure.
#pragma once

#include <QList>
#include <QString>
#include <optional>
#include <vector>

#include "remote/store/records.h"

namespace trainyard {

enum class DeviceMeasure { load, memory, power, temperature };

// What is measured from its time to the next one's. 0: not known, but for the load.
struct LaneSample {
  double begin = 0, end = 0;  // Unix seconds
  int attempt = 0;
  double load = 0;  // of 1
  double memoryGib = 0, powerWatts = 0, celsius = 0;

  double of(DeviceMeasure measure) const;
};

struct DeviceLane {
  QString node;
  int gpu = -1;  // its index; -1: the processors of the node
  QString name;  // "NVIDIA H200"
  double memoryTotalGib = 0;
  QList<LaneSample> samples;  // in the order of time, without overlaps

  bool isGpu() const { return gpu >= 0; }
};

struct DeviceSpan {
  double begin = 0, end = 0;
  double seconds() const { return end - begin; }
  bool operator==(const DeviceSpan&) const = default;
};

// Below this share of its time a GPU is idle, and what is shorter is no pause.
inline constexpr double idleLoad = 0.05, shortestIdle = 60;

// A lane a GPU, then the node's processors; nodes in the order of their names. `systems` in the
// order of time within each attempt. A sample lasts until the next of its lane and attempt, but not
// longer than the store thins them.
QList<DeviceLane> deviceLanes(const QList<SystemRecord>& systems);

// The time from the first to the last sample of all.
std::optional<DeviceSpan> spanOf(const QList<DeviceLane>& lanes);

// Of one lane, and those in which all GPUs stood still at once.
QList<DeviceSpan> idleSpans(const DeviceLane& lane);
QList<DeviceSpan> allIdleSpans(const QList<DeviceLane>& lanes);

// A pixel column of a lane.
struct LaneCell {
  std::optional<double> value;  // mean over the column; nothing: nothing was measured
  bool isIdle = false;
};
std::vector<LaneCell> laneCells(const DeviceLane& lane, DeviceMeasure measure,
                                const DeviceSpan& range, int columns);

// What a lane came to within a range; what was never measured is 0.
struct LaneFigures {
  double load = 0, memoryGib = 0, celsius = 0, powerWatts = 0;  // mean, most, most, mean
  double seconds = 0, idleSeconds = 0;                          // that were measured
};
LaneFigures figuresOf(const DeviceLane& lane, const DeviceSpan& range);

// The value that fills a cell of GPUs, or of processors: 100 %, its memory, the most that any took.
double fullValue(const QList<DeviceLane>& lanes, DeviceMeasure measure, bool ofGpus);
// The sample at this time; null: nothing was measured then.
const LaneSample* sampleAt(const DeviceLane& lane, double time);

}  // namespace trainyard
