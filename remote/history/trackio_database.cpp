// SPDX-License-Identifier: GPL-3.0-or-later
// trackio's databases: a project is a file, a row of `metrics` what was logged at once. What it
// measures of the computer is in a table of its own, which is not read.
#include "engine/contract/json.h"
#include "engine/system/iso_time.h"
#include "engine/trackers/database_values.h"
#include "remote/history/database_stores.h"
#include "remote/history/history_settings.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// A text that is as long as no tracker's is left out.
const QString boundedMetrics =
    QStringLiteral("CASE WHEN length(metrics) <= 4194304 THEN metrics END");

class TrackioDatabase final : public DatabaseKind {
 public:
  bool fits(ForeignDatabase& database) const override {
    return database.hasColumns(
        QStringLiteral("metrics"),
        {QLatin1String("id"), QLatin1String("run_name"), QLatin1String("timestamp"),
         QLatin1String("step"), QLatin1String("metrics")});
  }

  Result<std::vector<StoredRun>> runs(ForeignDatabase& database) const override {
    std::vector<StoredRun> runs;
    TRY(database.each(QStringLiteral("SELECT substr(%1, 1, 1000), count(*) FROM metrics GROUP BY 1 "
                                     "ORDER BY min(id) LIMIT %2")
                          .arg(idColumn(database))
                          .arg(HistoryStore::mostRuns),
                      {}, [&](const QSqlQuery& row) {
                        runs.push_back({cellText(row, 0), cellInteger(row, 1).value_or(0)});
                      }));
    return runs;
  }

  Result<RecordedRun> read(ForeignDatabase& database, const std::string& id,
                           const std::filesystem::path& file) const override {
    RecordedRun run;
    const QString of = QStringLiteral(" WHERE %1 = ?").arg(idColumn(database));
    TRY(database.each(QStringLiteral("SELECT timestamp, step, %1, substr(run_name, 1, 1000) FROM "
                                     "metrics%2 ORDER BY id")
                          .arg(boundedMetrics, of),
                      {text(id)}, [&](const QSqlQuery& row) { addPoint(row, run); }));
    run.settings << settingFrom(QStringLiteral("trackio.project"), file.stem().string());
    if (database.hasColumns(QStringLiteral("configs"),
                            {QLatin1String("run_name"), QLatin1String("config")})) {
      TRY(database.each(QStringLiteral("SELECT CASE WHEN length(config) <= 4194304 THEN config END "
                                       "FROM configs") +
                            of,
                        {text(id)},
                        [&](const QSqlQuery& row) { addConfiguration(cellText(row, 0), run); }));
    }
    return run;
  }

 private:
  // Until its version 0.24, a run was known by its name.
  static QString idColumn(ForeignDatabase& database) {
    return database.hasColumns(QStringLiteral("metrics"), {QLatin1String("run_id")})
               ? QStringLiteral("run_id")
               : QStringLiteral("run_name");
  }

  static void addPoint(const QSqlQuery& row, RecordedRun& run) {
    run.title = text(cellText(row, 3));
    TrackedPoint point;
    point.time = seconds_from_iso(cellText(row, 0), WithoutOffset::utc);
    point.step = cellInteger(row, 1);
    add_trackio_values(cellText(row, 2), point.values);
    run.curves.add(point);
  }

  static void addConfiguration(const std::string& json, RecordedRun& run) {
    const auto parsed = parse_json(json);
    const Map* config = parsed ? parsed->get_if<Map>() : nullptr;
    if (!config) return;
    Map own;
    for (const auto& [key, value] : *config)
      if (!key.starts_with('_')) own.emplace_back(key, value);
    run.settings += settingsFrom(own);
    if (const auto group = get<std::string>(*config, "_Group"); !group.empty())
      run.settings << settingFrom(QStringLiteral("trackio.group"), group);
    run.started = seconds_from_iso(get<std::string>(*config, "_Created"), WithoutOffset::utc);
  }
};

}  // namespace

const DatabaseKind& trackioDatabase() {
  static const TrackioDatabase kind;
  return kind;
}

}  // namespace trainyard
