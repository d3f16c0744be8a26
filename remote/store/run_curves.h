// SPDX-License-Identifier: GPL-3.0-or-later
// Reads curves. Errors of all calls: those of RunStore.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/curve_block.h"
#include "remote/store/records.h"

namespace trainyard {

class StoreConnection;

class RunCurves {
 public:
  explicit RunCurves(StoreConnection& connection) : m_connection(connection) {}

  enum class Superseded { hide, include };
  // The points of a metric by attempt and sequence; without a metric, those of all, in the order of
  // metrics() where they are of the same event. For what needs every point: only one is in memory.
  using OnPoint = std::function<Result<void>(const QString& metric, const MetricPoint& point)>;
  Result<void> eachPoint(const QString& run, const QString& metric, Superseded superseded,
                         const OnPoint& take);
  Result<QList<MetricPoint>> series(const QString& run, const QString& metric,
                                    Superseded superseded = Superseded::hide);
  // What counts of a metric, ascending in the step, or in its number where points have none; of
  // several points of one step the last. For what calculates with every point.
  Result<std::vector<CurveSpot>> values(const QString& run, const QString& metric);
  // A curve as it is drawn: what the points in a range of steps show in this many columns. Takes
  // milliseconds, however long the curve is.
  Result<Curve> curve(const QString& run, const QString& metric, std::optional<CurveRange> range,
                      int columns);
  // Where the steps of a run are on other axes, ascending in the step, without what is superseded:
  // of the metric with the most points each, or where blocks of points begin and end if those would
  // be more than `most`.
  Result<QList<StepPlace>> stepPlaces(const QString& run, int most);
  // Points after (attempt, sequence), for a reader that has the others.
  Result<QList<MetricPoint>> seriesAfter(const QString& run, const QString& metric, int attempt,
                                         qint64 sequence);

 private:
  StoreConnection& m_connection;
};

}  // namespace trainyard
