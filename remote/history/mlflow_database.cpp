// SPDX-License-Identifier: GPL-3.0-or-later
// MLflow's backend store in SQLite (mlflow.db).
#include "engine/trackers/database_values.h"
#include "remote/history/database_stores.h"
#include "remote/history/history_settings.h"
#include "remote/history/mlflow_run.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

class MlflowDatabase final : public DatabaseKind {
 public:
  bool fits(ForeignDatabase& database) const override {
    const QLatin1String run("run_uuid"), key("key"), value("value");
    return database.hasColumns(
               QStringLiteral("runs"),
               {run, QLatin1String("name"), QLatin1String("status"), QLatin1String("start_time"),
                QLatin1String("end_time"), QLatin1String("lifecycle_stage"),
                QLatin1String("experiment_id")}) &&
           database.hasColumns(QStringLiteral("experiments"),
                               {QLatin1String("experiment_id"), QLatin1String("name")}) &&
           database.hasColumns(QStringLiteral("metrics"),
                               {run, key, value, QLatin1String("timestamp"), QLatin1String("step"),
                                QLatin1String("is_nan")}) &&
           database.hasColumns(QStringLiteral("params"), {run, key, value}) &&
           database.hasColumns(QStringLiteral("tags"), {run, key, value});
  }

  Result<std::vector<StoredRun>> runs(ForeignDatabase& database) const override {
    QStringList counts;
    for (const char* table : {"metrics", "params", "tags"})
      counts << QStringLiteral(
                    "SELECT substr(run_uuid, 1, 100), count(*) FROM %1 GROUP BY run_uuid")
                    .arg(QLatin1String(table));
    return countedRuns(
        database,
        QStringLiteral("SELECT substr(run_uuid, 1, 100), end_time IS NOT NULL FROM runs WHERE "
                       "lifecycle_stage IS NOT 'deleted' ORDER BY start_time, run_uuid LIMIT %1")
            .arg(HistoryStore::mostRuns),
        counts);
  }

  Result<RecordedRun> read(ForeignDatabase& database, const std::string& id,
                           const std::filesystem::path&) const override {
    RecordedRun run;
    const QVariantList of{text(id)};
    TRY(database.each(
        QStringLiteral("SELECT substr(runs.name, 1, 1000), runs.status, runs.start_time, "
                       "runs.end_time, substr(experiments.name, 1, 1000) FROM runs LEFT JOIN "
                       "experiments ON experiments.experiment_id = runs.experiment_id WHERE "
                       "runs.run_uuid = ?"),
        of, [&](const QSqlQuery& row) {
          MlflowRun known{cellText(row, 0), cellText(row, 1), cellNumber(row, 2),
                          cellNumber(row, 3), cellText(row, 4)};
          describeMlflowRun(known, run);
        }));
    TRY(database.each(QStringLiteral("SELECT substr(key, 1, 1000), substr(value, 1, 100000) FROM "
                                     "params WHERE run_uuid = ? ORDER BY key LIMIT %1")
                          .arg(mostSettings),
                      of, [&](const QSqlQuery& row) {
                        run.settings << settingFrom(text(cellText(row, 0)), cellText(row, 1));
                      }));
    TRY(database.each(
        QStringLiteral("SELECT substr(key, 1, 1000), substr(value, 1, 100000) FROM "
                       "tags WHERE run_uuid = ? ORDER BY key LIMIT %1")
            .arg(mostSettings),
        of, [&](const QSqlQuery& row) { addMlflowTag(cellText(row, 0), cellText(row, 1), run); }));
    TRY(database.each(QStringLiteral("SELECT substr(key, 1, 1000), value, timestamp, step, is_nan "
                                     "FROM metrics WHERE run_uuid = ? ORDER BY timestamp, rowid"),
                      of, [&](const QSqlQuery& row) { addPoint(row, run); }));
    return run;
  }

 private:
  static void addPoint(const QSqlQuery& row, RecordedRun& run) {
    const auto stored = cellNumber(row, 1);
    const bool isNan = cellInteger(row, 4).value_or(0) != 0;
    if (!stored && !isNan) return;
    TrackedPoint point;
    if (const auto milliseconds = cellNumber(row, 2)) point.time = *milliseconds / 1000;
    point.step = cellInteger(row, 3);
    point.values.emplace_back(cellText(row, 0), mlflow_value(stored.value_or(0), isNan));
    run.curves.add(point);
  }
};

}  // namespace

const DatabaseKind& mlflowDatabase() {
  static const MlflowDatabase kind;
  return kind;
}

}  // namespace trainyard
