// SPDX-License-Identifier: GPL-3.0-or-later
// Writes curves: points, their blocks and summaries, and what later attempts supersede; inside the
// caller's transaction. Internal to store/.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include <QList>
#include <QString>

#include "engine/contract/run/events.h"
#include "remote/store/curve_pyramid.h"
#include "remote/store/records.h"
#include "remote/store/statements.h"

namespace trainyard {

class CurveWriter {
 public:
  explicit CurveWriter(Statements& statements) : m_statements(statements), m_pyramid(statements) {}

  // All points added to one object must be of the same attempt. A point that is already stored is
  // skipped.
  void add(const QString& run, const QString& metric, const MetricPoint& point,
           PointSource source = PointSource::sent);
  // Removes an attempt's points of all curves that were read from output alone, which are added
  // again then; renew() of another writer follows.
  void removePrinted(const QString& run, int attempt);
  // Whether there is a curve of this name that came in another way than from output.
  bool isOfOtherSource(const QString& run, const QString& metric);
  // The blocks and summaries of the run's printed curves, again from their points; those without
  // any are removed. Of a writer that has added none, since what it has in memory is of the old
  // ones.
  void renew(const QString& run);
  // The attempt resumed at this step: points of earlier ones with a greater step no longer count.
  void supersede(const QString& run, int attempt, qint64 step);
  // Writes what has changed.
  void flush();

  // Adds blocks of at most this many points of curves that have none; false: all have theirs.
  bool fillSome(int maxPoints);

 private:
  struct Series {
    qint64 series = 0;
    qint64 numbered = 0;  // points without a step
    qint64 storedNumbered = 0;
    bool isFilled = true;
    bool isPrinted = false;
    // What is not in the summary yet.
    qint64 points = 0;
    std::optional<MetricPoint> last;
    std::optional<double> minimum, maximum;
  };
  Series& seriesOf(const QString& run, const QString& metric, PointSource source);
  // Returns false if it is not stored.
  bool readSeries(const QString& run, const QString& metric, Series& series);
  void addToBlocks(Series& series, const QString& run, const MetricPoint& point);
  void replaceEarlier(qint64 series, const QString& run, int attempt, qint64 step);
  std::vector<MetricPoint> pointsAfter(qint64 series, int attempt, int maxPoints);
  void addToSummary(Series& series);
  void summarize(qint64 series);
  QList<qint64> printedSeries(const QString& run);

  Statements& m_statements;
  CurvePyramid m_pyramid;
  std::map<QString, Series> m_series;
  // Earlier attempts and the last step of each that counts.
  std::optional<std::map<int, qint64>> m_earlier;
};

}  // namespace trainyard
