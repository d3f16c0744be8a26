// SPDX-License-Identifier: GPL-3.0-or-later
// Optuna's RDBStorage in SQLite: each trial is a run, those of a study have its name.
#include <limits>

#include "engine/contract/json.h"
#include "engine/search/optuna_journal.h"
#include "engine/system/iso_time.h"
#include "remote/history/database_stores.h"
#include "remote/history/history_settings.h"
#include "remote/history/optuna_trial.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

using search::TrialState;

constexpr int mostParameters = 1000;

TrialState stateFrom(const std::string& name) {
  if (name == "COMPLETE") return TrialState::complete;
  if (name == "PRUNED") return TrialState::pruned;
  return name == "RUNNING" ? TrialState::running : TrialState::failed;
}

// Columns `value` and `type`: SQLite has no numbers that are not finite.
double valueIn(const QSqlQuery& row, int column) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::string type = cellText(row, column + 1);
  if (type == "INF_POS") return infinity;
  if (type == "INF_NEG") return -infinity;
  const auto number = cellNumber(row, column);
  return type == "NAN" || !number ? std::numeric_limits<double>::quiet_NaN() : *number;
}

class OptunaDatabase final : public DatabaseKind {
 public:
  bool fits(ForeignDatabase& database) const override {
    const QLatin1String study("study_id"), trial("trial_id");
    return database.hasColumns(QStringLiteral("studies"), {study, QLatin1String("study_name")}) &&
           database.hasColumns(
               QStringLiteral("trials"),
               {trial, study, QLatin1String("number"), QLatin1String("state"),
                QLatin1String("datetime_start"), QLatin1String("datetime_complete")}) &&
           database.hasColumns(QStringLiteral("trial_params"),
                               {trial, QLatin1String("param_name"), QLatin1String("param_value"),
                                QLatin1String("distribution_json")}) &&
           database.hasColumns(QStringLiteral("trial_values"),
                               {trial, QLatin1String("objective"), QLatin1String("value"),
                                QLatin1String("value_type")}) &&
           database.hasColumns(QStringLiteral("trial_intermediate_values"),
                               {trial, QLatin1String("step"), QLatin1String("intermediate_value"),
                                QLatin1String("intermediate_value_type")}) &&
           database.hasColumns(QStringLiteral("version_info"), {QLatin1String("library_version")});
  }

  Result<std::vector<StoredRun>> runs(ForeignDatabase& database) const override {
    QStringList counts;
    for (const char* table : {"trial_params", "trial_values", "trial_intermediate_values"})
      counts << QStringLiteral("SELECT trial_id, count(*) FROM %1 GROUP BY trial_id")
                    .arg(QLatin1String(table));
    return countedRuns(
        database,
        QStringLiteral("SELECT trial_id, datetime_complete IS NOT NULL FROM trials WHERE state IS "
                       "NOT 'WAITING' ORDER BY trial_id LIMIT %1")
            .arg(HistoryStore::mostRuns),
        counts);
  }

  Result<RecordedRun> read(ForeignDatabase& database, const std::string& id,
                           const std::filesystem::path&) const override {
    const QVariantList of{text(id)};
    search::Trial trial;
    std::map<std::int64_t, double> values;
    TRY(const std::string study, readTrial(database, of, trial));
    TRY(database.each(QStringLiteral("SELECT substr(param_name, 1, 1000), param_value, CASE WHEN "
                                     "length(distribution_json) <= 1048576 THEN distribution_json "
                                     "END FROM trial_params WHERE trial_id = ? LIMIT %1")
                          .arg(mostParameters),
                      of, [&](const QSqlQuery& row) {
                        auto value =
                            search::optuna_value(cellText(row, 2), cellNumber(row, 1).value_or(0));
                        if (value) trial.values.emplace_back(cellText(row, 0), *std::move(value));
                      }));
    TRY(database.each(
        QStringLiteral("SELECT step, intermediate_value, intermediate_value_type FROM "
                       "trial_intermediate_values WHERE trial_id = ?"),
        of, [&](const QSqlQuery& row) {
          if (const auto step = cellInteger(row, 0))
            trial.reports.insert_or_assign(*step, valueIn(row, 1));
        }));
    TRY(database.each(QStringLiteral("SELECT objective, value, value_type FROM trial_values WHERE "
                                     "trial_id = ? LIMIT %1")
                          .arg(mostParameters),
                      of, [&](const QSqlQuery& row) {
                        values[cellInteger(row, 0).value_or(0)] = valueIn(row, 1);
                      }));
    RecordedRun run = runOfTrial(study, trial, values);
    TRY(addAttributes(database, of, run));
    return run;
  }

 private:
  // Returns the name of its study.
  static Result<std::string> readTrial(ForeignDatabase& database, const QVariantList& id,
                                       search::Trial& trial) {
    std::string study;
    TRY(const WithoutOffset zone, zoneOf(database));
    TRY(database.each(
        QStringLiteral("SELECT trials.number, trials.state, substr(trials.datetime_start, 1, 100), "
                       "substr(trials.datetime_complete, 1, 100), substr(studies.study_name, 1, "
                       "1000) FROM trials JOIN studies ON studies.study_id = trials.study_id WHERE "
                       "trials.trial_id = ?"),
        id, [&](const QSqlQuery& row) {
          trial.number = cellInteger(row, 0).value_or(0);
          trial.state = stateFrom(cellText(row, 1));
          trial.started = seconds_from_iso(cellText(row, 2), zone).value_or(0);
          trial.ended = seconds_from_iso(cellText(row, 3), zone).value_or(0);
          study = cellText(row, 4);
        }));
    return study;
  }

  // Version 5 of Optuna began to write UTC.
  static Result<WithoutOffset> zoneOf(ForeignDatabase& database) {
    int version = 0;
    TRY(database.each(QStringLiteral("SELECT CAST(library_version AS INTEGER) FROM version_info "
                                     "LIMIT 1"),
                      {}, [&](const QSqlQuery& row) { version = row.value(0).toInt(); }));
    return version >= 5 ? WithoutOffset::utc : WithoutOffset::local;
  }

  static Result<void> addAttributes(ForeignDatabase& database, const QVariantList& trial,
                                    RecordedRun& run) {
    const QString table = QStringLiteral("trial_user_attributes");
    if (!database.hasColumns(
            table, {QLatin1String("trial_id"), QLatin1String("key"), QLatin1String("value_json")}))
      return {};
    Map attributes;
    TRY(database.each(QStringLiteral("SELECT substr(key, 1, 1000), CASE WHEN length(value_json) <= "
                                     "1048576 THEN value_json END FROM trial_user_attributes WHERE "
                                     "trial_id = ? LIMIT %1")
                          .arg(mostParameters),
                      trial, [&](const QSqlQuery& row) {
                        if (auto value = parse_json(cellText(row, 1)))
                          attributes.emplace_back(cellText(row, 0), *std::move(value));
                      }));
    if (!attributes.empty())
      run.settings += settingsFrom(Map{{"user_attrs", std::move(attributes)}});
    return {};
  }
};

}  // namespace

const DatabaseKind& optunaDatabase() {
  static const OptunaDatabase kind;
  return kind;
}

}  // namespace trainyard
