// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RunStore that reads curves.
#include "remote/store/curve_reader.h"
#include "remote/store/database.h"
#include "remote/store/run_store.h"
#include "remote/store/statements.h"
#include "remote/store/stored_values.h"

namespace trainyard {

Result<void> RunStore::eachPoint(const QString& run, const QString& metric, Superseded superseded,
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
  TRY(const bool begun, isBegun());
  if (!begun) return {};
  QVariantList values{run};
  if (!metric.isEmpty()) values << metric;
  TRY(auto query, execute(m_connection, sql, values));
  while (query.next()) {
    MetricPoint point = pointFrom(query, 0);
    point.superseded = query.value(7).toBool();
    TRY(take(metric.isEmpty() ? query.value(8).toString() : metric, point));
  }
  if (query.lastError().isValid()) return storeError(query.lastError(), m_path);
  return {};
}

Result<QList<MetricPoint>> RunStore::series(const QString& run, const QString& metric,
                                            Superseded superseded) {
  QList<MetricPoint> points;
  TRY(eachPoint(run, metric, superseded,
                [&](const QString&, const MetricPoint& point) -> Result<void> {
                  points.append(point);
                  return {};
                }));
  return points;
}

Result<Curve> RunStore::curve(const QString& run, const QString& metric,
                              std::optional<CurveRange> range, int columns) {
  TRY(const bool begun, isBegun());
  if (!begun) return Curve();
  // What several statements read belongs together.
  TRY(execute(m_connection, QStringLiteral("BEGIN")));
  Statements statements(m_connection);
  Curve curve = CurveReader(statements).read(run, metric, range, columns);
  TRY(execute(m_connection, QStringLiteral("COMMIT")));
  if (statements.error()) return *statements.error();
  return curve;
}

}  // namespace trainyard
