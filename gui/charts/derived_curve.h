// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that no program reports, beside those that one does: a curve is asked for by the name of
// its metric, and the name of a derived one holds the expression that it is calculated by. Thus
// plots, means, tables and pictures know no difference.
#pragma once

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
  // `points`: all of a reported metric. `steps`: where it was at which time.
  using ReadPoints = CurveSource::EveryPoint;
  using ReadSteps = std::function<StepTable(const QString& run)>;
  DerivedCurves(ReadPoints points, ReadSteps steps)
      : m_read(std::move(points)), m_steps(std::move(steps)) {}

  // All points; an error if one of its metrics cannot be read.
  Result<CurvePointsPtr> points(const CurveKey& key);
  // The whole of it is calculated again, as it is asked for when its run has changed; a part comes
  // from what is known.
  CurveAnswer answer(const CurveRequest& request);

 private:
  struct Kept {
    CurveKey key;
    CurvePointsPtr points;
  };
  CurvePointsPtr kept(const CurveKey& key);
  void keep(const CurveKey& key, CurvePointsPtr points);
  Result<CurvePointsPtr> calculate(const CurveKey& key);

  ReadPoints m_read;
  ReadSteps m_steps;
  std::list<Kept> m_kept;  // the one used last is first
};

// All points of curves of both kinds.
CurveSource::EveryPoint everyPointWithDerived(CurveSource::EveryPoint reported,
                                              DerivedCurves::ReadSteps steps);

// Points in columns: of the whole curve as many as a plot needs, of a range those of `width`.
ColumnCurve columnsOfPoints(const CurvePoints& points, std::optional<XRange> range, double width);

}  // namespace trainyard
