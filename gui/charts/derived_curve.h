// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that no program reports, beside those that one does: a curve is asked for by the name of
// its metric, and the name of a derived one holds the expression that it is calculated by. Thus
// plots, means, tables and pictures know no difference.
#pragma once

#include <QHash>
#include <list>

#include "gui/charts/curve_source.h"
#include "gui/charts/expression_value.h"

namespace trainyard {

// `x`: null if the points stay at their steps. A metric alone at its steps keeps its name.
QString derivedMetric(const CurveExpression& y, const CurveExpression* x);
// Whether it has places of its own on the horizontal axis, instead of steps.
bool hasOwnPlaces(const QString& metric);
bool isDerived(const QString& metric);
// As a person writes it: "eval/loss - ema(train/loss, 0.9)". Other names as they are.
QString derivedText(const QString& metric);
// The metrics that a name stands for: those of its expressions, or itself.
QStringList reportedMetrics(const QString& metric);

// Calculates derived curves of any run, and keeps what it has read and calculated, up to some
// million points. For the thread that reads.
class DerivedCurves {
 public:
  // How the curves that a program reports are read: all points; where a run was at which time; and
  // a curve in columns, without which long curves are not shown before all of their points are
  // read.
  struct Reading {
    CurveSource::EveryPoint points;
    std::function<StepTable(const QString& run)> steps;
    std::function<Result<ColumnCurve>(const CurveKey& key)> columns = {};
  };
  explicit DerivedCurves(Reading reading) : m_reading(std::move(reading)) {}

  // What a run has now: what was kept of metrics that have other numbers of points is forgotten.
  void setPoints(const QString& run, const QList<CurvesOfRun::Metric>& metrics);
  // All points; an error if one of its metrics cannot be read.
  Result<CurvePointsPtr> points(const CurveKey& key);
  // Of a long curve whose values depend on those of the same step only, the whole is calculated
  // with the extremes of its columns at first; a plot that shows more asks for parts, which come
  // from all points.
  CurveAnswer answer(const CurveRequest& request);

 private:
  struct Kept {
    CurveKey key;
    CurvePointsPtr points;
  };
  CurvePointsPtr kept(const CurveKey& key);
  void keep(const CurveKey& key, CurvePointsPtr points);
  Result<CurvePointsPtr> reported(const CurveKey& key);
  Result<CurvePointsPtr> calculate(const CurveKey& key);
  std::optional<ColumnCurve> coarse(const CurveKey& key);

  Reading m_reading;
  std::list<Kept> m_kept;                           // the one used last is first
  QHash<QString, QHash<QString, qint64>> m_points;  // of each run
};

// All points of curves of both kinds.
CurveSource::EveryPoint everyPointWithDerived(DerivedCurves::Reading reading);

// Points in columns: of the whole curve as many as a plot needs, of a range those of `width`.
// `leastWidth`: of columns of the whole.
ColumnCurve columnsOfPoints(const CurvePoints& points, std::optional<XRange> range, double width,
                            double leastWidth = 0);

}  // namespace trainyard
