// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/device_text.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>

#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double secondsOfHour = 3600;

QString gpuHoursText(double seconds) {
  const double hours = seconds / secondsOfHour;
  return QLocale().toString(hours, 'f', hours < 100 ? 1 : 0);
}

qsizetype numGpus(const QList<DeviceLane>& lanes) {
  return std::ranges::count_if(lanes, &DeviceLane::isGpu);
}

const DeviceSpan* spanAt(const QList<DeviceSpan>& spans, double time) {
  for (const DeviceSpan& span : spans)
    if (span.begin <= time && time < span.end) return &span;
  return nullptr;
}

}  // namespace

QString DeviceText::measureName(DeviceMeasure measure) {
  switch (measure) {
    case DeviceMeasure::load:
      return tr("Utilisation");
    case DeviceMeasure::memory:
      return tr("Memory");
    case DeviceMeasure::power:
      return tr("Power");
    case DeviceMeasure::temperature:
      return tr("Temperature");
  }
  return {};
}

QString DeviceText::laneName(const DeviceLane& lane) {
  return lane.isGpu() ? tr("GPU %1").arg(lane.gpu) : tr("Processors");
}

QString DeviceText::value(DeviceMeasure measure, double value) {
  if (measure == DeviceMeasure::load)
    return tr("%1 %").arg(QLocale().toString(value * 100, 'f', 0));
  if (value <= 0) return {};
  if (measure == DeviceMeasure::memory) return tr("%1 GiB").arg(QLocale().toString(value, 'f', 1));
  const QString number = QLocale().toString(value, 'f', 0);
  return measure == DeviceMeasure::power ? tr("%1 W").arg(number) : tr("%1 °C").arg(number);
}

QString DeviceText::clock(double time) {
  return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000)).time(),
                            u"HH:mm:ss"_s);
}

QString DeviceText::sample(const DeviceLane& lane, double time) {
  const LaneSample* found = sampleAt(lane, time);
  if (!found) return tr("%1 on %2: not measured").arg(laneName(lane), lane.node);
  QStringList values;
  for (const DeviceMeasure measure : {DeviceMeasure::load, DeviceMeasure::memory,
                                      DeviceMeasure::power, DeviceMeasure::temperature})
    values << value(measure, found->of(measure));
  values.removeAll(QString());
  return tr("%1 on %2: %3").arg(laneName(lane), lane.node, values.join(u", "_s));
}

QString DeviceText::moment(const QList<DeviceLane>& lanes, double time) {
  const qsizetype all = numGpus(lanes);
  if (const DeviceSpan* span = spanAt(allIdleSpans(lanes), time))
    return tr("%1, all GPUs (%2) idle for %3")
        .arg(clock(time))
        .arg(all)
        .arg(QuantityText::duration(span->seconds()));
  qsizetype idle = 0, measured = 0;
  double load = 0;
  for (const DeviceLane& lane : lanes) {
    const LaneSample* found = sampleAt(lane, time);
    if (!found || (all > 0 && !lane.isGpu())) continue;
    ++measured;
    load += found->load;
    if (spanAt(idleSpans(lane), time)) ++idle;
  }
  if (measured == 0) return tr("%1, nothing was measured").arg(clock(time));
  const QString mean = value(DeviceMeasure::load, load / static_cast<double>(measured));
  if (idle > 0)
    return tr("%1, idle GPUs: %2 of %3, on average %4")
        .arg(clock(time))
        .arg(idle)
        .arg(all)
        .arg(mean);
  return tr("%1, on average %2").arg(clock(time), mean);
}

QString DeviceText::idle(const QList<DeviceLane>& lanes, const DeviceSpan& range) {
  double idle = 0, all = 0;
  for (const DeviceLane& lane : lanes) {
    if (!lane.isGpu()) continue;
    const LaneFigures figures = figuresOf(lane, range);
    idle += figures.idleSeconds;
    all += figures.seconds;
  }
  return all > 0 ? tr("%1 of %2 GPU-hours idle").arg(gpuHoursText(idle), gpuHoursText(all))
                 : QString();
}

QString DeviceText::summary(const QList<DeviceLane>& lanes, const DeviceSpan& range) {
  QStringList parts{numGpus(lanes) > 0 ? QuantityText::gpus(static_cast<int>(numGpus(lanes)))
                                       : tr("Processors")};
  parts << QuantityText::duration(range.seconds());
  double load = 0, seconds = 0;
  for (const DeviceLane& lane : lanes) {
    if (lane.isGpu() != (numGpus(lanes) > 0)) continue;
    const LaneFigures figures = figuresOf(lane, range);
    load += figures.load * figures.seconds;
    seconds += figures.seconds;
  }
  if (seconds > 0) parts << tr("on average %1").arg(value(DeviceMeasure::load, load / seconds));
  parts << idle(lanes, range);
  parts.removeAll(QString());
  return parts.join(u", "_s);
}

}  // namespace trainyard
