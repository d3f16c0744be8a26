// SPDX-License-Identifier: GPL-3.0-or-later
// Devices, measures and idle times as text.
#pragma once

#include <QCoreApplication>

#include "gui/runs/devices/device_lanes.h"

namespace trainyard {

class DeviceText {
  Q_DECLARE_TR_FUNCTIONS(DeviceText)
 public:
  static QString measureName(DeviceMeasure measure);
  static QString laneName(const DeviceLane& lane);  // "GPU 3", "Processors"
  // "77 %", "58.1 GiB"; empty where it is not known.
  static QString value(DeviceMeasure measure, double value);
  static QString clock(double time);  // "12:17:05"
  // What one lane did at this moment: "GPU 3 on n1: 77 %, 58.1 GiB, 388 W, 61 °C".
  static QString sample(const DeviceLane& lane, double time);
  // Of a moment: how many GPUs were idle and for how long, or how busy they were.
  static QString moment(const QList<DeviceLane>& lanes, double time);
  // "13.3 of 117 GPU-hours idle".
  static QString idle(const QList<DeviceLane>& lanes, const DeviceSpan& range);
  static QString summary(const QList<DeviceLane>& lanes, const DeviceSpan& range);
};

}  // namespace trainyard
