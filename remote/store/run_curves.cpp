// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_curves.h"

#include <algorithm>

#include "remote/store/curve_pyramid.h"
#include "remote/store/curve_reader.h"
#include "remote/store/statements.h"
#include "remote/store/store_connection.h"
#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

double placeOrNone(const QVariant& stored) {
  return stored.isNull() ? CurveBlock::none : stored.toDouble();
}

// Of level 0 the points themselves. Blocks are searched first, and of each two points: SQLite would
// go through all points otherwise, and through the blocks for each of them.
QString placesOfLevel(int level) {
  const QString points =
      level == 0 ? QStringLiteral("CROSS JOIN points p ON p.series = ?2 AND p.attempt = a.attempt")
                 : QStringLiteral(
                       "CROSS JOIN blocks b ON b.series = ?2 AND b.attempt = a.attempt AND b.level "
                       "= %1 CROSS JOIN points p ON p.series = b.series AND p.attempt = b.attempt "
                       "AND p.sequence IN (b.first_sequence, b.last_sequence)")
                       .arg(level);
  return QStringLiteral(
             "SELECT coalesce(p.step, p.place) AS at, p.tokens, p.epoch, p.time FROM attempts a %1 "
             "WHERE a.run = ?1 AND p.is_replaced IS NULL AND at IS NOT NULL AND NOT "
             "(a.superseded_after IS NOT NULL AND p.step IS NOT NULL AND p.step > "
             "a.superseded_after) ORDER BY at")
      .arg(points);
}

}  // namespace

Result<void> RunCurves::eachPoint(const QString& run, const QString& metric, Superseded superseded,
                                  const OnPoint& take) {
  const QString hidden = QStringLiteral(
      "(a.superseded_after IS NOT NULL AND p.step IS NOT NULL AND p.step > a.superseded_after)");
  const QString sql =
      QStringLiteral(
          "SELECT p.attempt, p.sequence, p.step, p.tokens, p.epoch, p.time, p.value, %1, s.name "
          "FROM series s JOIN points p USING(series) LEFT JOIN attempts a ON a.run = s.run AND "
          "a.attempt = p.attempt WHERE s.run = ?1 %2 %3 ORDER BY p.attempt, p.sequence %4")
          .arg(hidden, metric.isEmpty() ? QString() : QStringLiteral("AND s.name = ?2"),
               superseded == Superseded::hide ? QStringLiteral("AND NOT ") + hidden : QString(),
               metric.isEmpty() ? QStringLiteral(", ") + QLatin1String(metricOrder) : QString());
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return {};
  QVariantList values{run};
  if (!metric.isEmpty()) values << metric;
  TRY(auto query, execute(m_connection.name(), sql, values));
  while (query.next()) {
    MetricPoint point = pointFrom(query, 0);
    point.superseded = query.value(7).toBool();
    TRY(take(metric.isEmpty() ? query.value(8).toString() : metric, point));
  }
  if (query.lastError().isValid()) return storeError(query.lastError(), m_connection.path());
  return {};
}

Result<QList<MetricPoint>> RunCurves::series(const QString& run, const QString& metric,
                                             Superseded superseded) {
  QList<MetricPoint> points;
  TRY(eachPoint(run, metric, superseded,
                [&](const QString&, const MetricPoint& point) -> Result<void> {
                  points.append(point);
                  return {};
                }));
  return points;
}

Result<std::vector<CurveSpot>> RunCurves::values(const QString& run, const QString& metric) {
  std::vector<CurveSpot> spots;
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return spots;
  Statements& statements = keptStatements(m_connection.name());
  // Points without a step are numbered, where that was not written with them.
  double numbered = 0;
  auto rows = statements.sql(
      QStringLiteral(
          "SELECT coalesce(p.step, p.place), p.value FROM series s CROSS JOIN attempts a "
          "ON a.run = s.run CROSS JOIN points p ON p.series = s.series AND p.attempt = "
          "a.attempt WHERE s.run = ?1 AND s.name = ?2 AND p.is_replaced IS NULL AND NOT "
          "(a.superseded_after IS NOT NULL AND p.step IS NOT NULL AND p.step > "
          "a.superseded_after) ORDER BY a.attempt, p.sequence"),
      {run, metric});
  while (rows && rows->next()) {
    const QVariant place = rows->value(0);
    spots.push_back({place.isNull() ? ++numbered : place.toDouble(), storedNumber(rows->value(1))});
  }
  if (rows) rows->finish();
  if (const std::optional<Error> error = statements.error()) {
    forgetStatements(m_connection.name());
    return *error;
  }
  std::ranges::stable_sort(spots, {}, &CurveSpot::x);
  const auto firstKept =
      std::unique(spots.rbegin(), spots.rend(), [](const CurveSpot& a, const CurveSpot& b) {
        return a.x == b.x;
      }).base();
  spots.erase(spots.begin(), firstKept);
  return spots;
}

Result<QList<StepPlace>> RunCurves::stepPlaces(const QString& run, int most) {
  QList<StepPlace> places;
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return places;
  TRY(auto longest,
      execute(m_connection.name(),
              QStringLiteral("SELECT s.series, m.points FROM series s JOIN summaries m "
                             "USING(series) WHERE s.run = ? ORDER BY m.points DESC LIMIT 1"),
              {run}));
  if (!longest.next()) return places;
  int level = 0;
  for (double points = longest.value(1).toDouble(); points > most; points /= blockFanout) ++level;
  TRY(auto query, execute(m_connection.name(), placesOfLevel(level), {run, longest.value(0)}));
  while (query.next()) {
    const StepPlace place{query.value(0).toDouble(), placeOrNone(query.value(1)),
                          placeOrNone(query.value(2)), query.value(3).toDouble()};
    if (places.isEmpty() || places.last().step < place.step) places.append(place);
  }
  return places;
}

Result<Curve> RunCurves::curve(const QString& run, const QString& metric,
                               std::optional<CurveRange> range, int columns) {
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return Curve();
  // What several statements read belongs together.
  TRY(execute(m_connection.name(), QStringLiteral("BEGIN")));
  Statements& statements = keptStatements(m_connection.name());
  Curve curve = CurveReader(statements).read(run, metric, range, columns);
  const std::optional<Error> error = statements.error();
  if (error) forgetStatements(m_connection.name());
  TRY(execute(m_connection.name(), QStringLiteral("COMMIT")));
  if (error) return *error;
  return curve;
}

Result<QList<MetricPoint>> RunCurves::seriesAfter(const QString& run, const QString& metric,
                                                  int attempt, qint64 sequence) {
  return m_connection.select(
      QStringLiteral("SELECT attempt, sequence, step, tokens, epoch, time, value FROM series JOIN "
                     "points USING(series) WHERE run = ? AND name = ?"
                     " AND (attempt, sequence) > (?, ?) ORDER BY attempt, sequence"),
      {run, metric, attempt, sequence}, [](const QSqlQuery& query) { return pointFrom(query, 0); });
}

}  // namespace trainyard
