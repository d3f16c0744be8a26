// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_store.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/values/numbers.h"
#include "remote/values/message.h"
#include "remote/store/loss_series.h"
#include "remote/store/record_tables.h"
#include "remote/store/statements.h"
#include "remote/store/stored_values.h"

namespace trainyard {
namespace {

// The value of a metric at its newest step, along with the row of its run.
QString newest(const QString& metric) {
  return QStringLiteral("(SELECT u.value FROM summaries u WHERE u.series = %1)")
      .arg(seriesSql(QStringLiteral("runs.run"), metric));
}

// The columns of the record, whether its cancellation waits, and values of metrics.
QString runColumns() {
  const QString speed = QStringLiteral("'train/tokens_per_second'");
  return QStringLiteral(
             "SELECT %1, (SELECT is_undelivered FROM open_cancels c WHERE c.run = "
             "runs.run), %2, %3, %4 FROM runs ")
      .arg(namesOf<RunRecord>(runTable), newest(trainLoss), newest(evalLoss),
           newest(speed).replace(QLatin1Char('?'), speed));
}

// Adds a cancellation that is waiting for its target.
void addCancel(RunRecord& run) {
  const Value why = asArgument({run.reasonCode, run.reasonArguments, run.reason});
  const Message said = run.reason.isEmpty()
                           ? makeMessage("cancel.waits", {{"target", run.target.toStdString()}})
                           : makeMessage("cancel.waits_too",
                                         {{"reason", why}, {"target", run.target.toStdString()}});
  run.reason = said.text;
  run.reasonCode = said.code;
  run.reasonArguments = said.arguments;
}

RunRecord runFrom(const QSqlQuery& query) {
  RunRecord run = recordFrom<RunRecord>(query, runTable);
  int at =
      static_cast<int>(std::ranges::count_if(runTable, [](const auto& one) { return one.read; }));
  if (query.value(at++).toBool() && isOpen(run.state)) addCancel(run);
  for (auto* value : {&run.trainLoss, &run.evalLoss, &run.tokensPerSecond}) {
    const QVariant stored = query.value(at++);
    if (!stored.isNull()) *value = storedNumber(stored);
  }
  return run;
}

Error unknownRun(const QString& run) {
  return make_error("run.unknown", {{"run", run.toStdString()}});
}

}  // namespace

QString RunStore::defaultPath() { return dataFolder() + QStringLiteral("/runs.sqlite"); }

Result<QList<RunRecord>> RunStore::runs() {
  return m_connection.select(runColumns() + QStringLiteral("ORDER BY created DESC, run"), {},
                             runFrom);
}

// The service asks for it with each event that arrives: preparing takes longer than reading.
Result<RunRecord> RunStore::run(const QString& run) {
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return unknownRun(run);
  Statements& statements = keptStatements(m_connection.name());
  auto query = statements.sql(runColumns() + QStringLiteral("WHERE run = ?"), {run});
  auto found = query && query->next() ? Result<RunRecord>(runFrom(*query)) : unknownRun(run);
  if (statements.error()) found = *statements.error();
  statements.finish();
  if (statements.error()) forgetStatements(m_connection.name());
  return found;
}

Result<QList<RunRecord>> RunStore::tasksOf(const QString& run) {
  return m_connection.select(runColumns() + QStringLiteral("WHERE parent = ? ORDER BY array_index"),
                             {run}, runFrom);
}

Result<QList<RunRecord>> RunStore::study(const QString& text) {
  if (text.size() < 4) return QList<RunRecord>();
  TRY(auto found, m_connection.select(
                      runColumns() + QStringLiteral("WHERE study IS NOT NULL AND substr(study, 1, "
                                                    "length(?1)) = lower(?1) AND parent IS NULL "
                                                    "ORDER BY created, run"),
                      {text}, runFrom));
  const bool isOne = std::all_of(found.begin(), found.end(), [&](const RunRecord& run) {
    return run.study == found.first().study;
  });
  if (isOne) return found;
  return make_error("study.ambiguous", {{"study", text.toStdString()}});
}

Result<std::optional<RunRecord>> RunStore::newestWithStudyKey(const QString& key) {
  TRY(auto found,
      m_connection.select(runColumns() + QStringLiteral("WHERE study_key = ? AND parent IS NULL "
                                                        "ORDER BY created DESC, run LIMIT 1"),
                          {key}, runFrom));
  return found.isEmpty() ? std::optional<RunRecord>() : found.first();
}

Result<QList<RunRecord>> RunStore::named(const QString& name) {
  return m_connection.select(
      runColumns() + QStringLiteral("WHERE name = ? AND parent IS NULL ORDER BY created DESC, run"),
      {name}, runFrom);
}

Result<RunRecord> RunStore::resolve(const QString& text) {
  QString condition = QStringLiteral(
      "WHERE substr(run, 1, length(?1)) = lower(?1) OR folder = ?1 OR substr(folder, -length(?1) - "
      "1) = '/' || ?1");
  QVariantList values{text};
  if (text == QLatin1String("last")) {
    condition = QStringLiteral("WHERE parent IS NULL ORDER BY created DESC LIMIT 1");
    values.clear();
  } else if (text.isEmpty()) {
    return unknownRun(text);
  }
  TRY(auto found, m_connection.select(runColumns() + condition, values, runFrom));
  if (found.isEmpty()) return unknownRun(text);
  if (found.size() == 1) return found.first();
  QStringList names;
  for (const RunRecord& run : found) names << run.run;
  return make_error("run.ambiguous", {{"run", text.toStdString()},
                                      {"runs", names.join(QStringLiteral(", ")).toStdString()}});
}

Result<QMap<QString, QVariant>> RunStore::settings(const QString& run) {
  TRY(auto rows,
      m_connection.select(QStringLiteral("SELECT path, COALESCE(number, value) FROM settings WHERE "
                                         "run = ?"),
                          {run}, [](const QSqlQuery& query) {
                            return std::pair(query.value(0).toString(), query.value(1));
                          }));
  QMap<QString, QVariant> settings;
  for (auto& [path, value] : rows) settings.insert(path, value);
  return settings;
}

Result<QStringList> RunStore::withoutSettings() {
  return m_connection.select(
      QStringLiteral("SELECT run FROM runs WHERE has_settings = 0 AND state != "
                     "'preparing' ORDER BY created DESC"),
      {}, [](const QSqlQuery& query) { return query.value(0).toString(); });
}

Result<QList<AttemptRecord>> RunStore::attempts(const QString& run) {
  return m_connection.select(
      QStringLiteral("SELECT %1 FROM attempts WHERE run = ? ORDER BY attempt")
          .arg(namesOf<AttemptRecord>(attemptTable)),
      {run}, [](const QSqlQuery& query) { return recordFrom<AttemptRecord>(query, attemptTable); });
}

Result<std::map<int, qint64>> RunStore::highestSteps(const QString& run) {
  // Reads all points only where blocks do not say it.
  TRY(auto rows,
      m_connection.select(
          QStringLiteral("SELECT attempt, max(step) FROM (SELECT b.attempt, max(b.high) AS step "
                         "FROM series s JOIN blocks b USING(series) WHERE s.run = ?1 AND "
                         "s.is_filled = 1 AND s.numbered = 0 GROUP BY b.attempt UNION ALL SELECT "
                         "p.attempt, max(p.step) FROM series s JOIN points p USING(series) WHERE "
                         "s.run = ?1 AND NOT (s.is_filled = 1 AND s.numbered = 0) GROUP BY "
                         "p.attempt UNION ALL SELECT attempt, max(step) FROM checkpoints WHERE run "
                         "= ?1 GROUP BY attempt) WHERE step IS NOT NULL GROUP BY attempt"),
          {run}, [](const QSqlQuery& query) {
            return std::pair(query.value(0).toInt(), query.value(1).toLongLong());
          }));
  return std::map<int, qint64>(rows.begin(), rows.end());
}

Result<QList<JobRecord>> RunStore::jobs(const QString& run) {
  return m_connection.select(
      QStringLiteral("SELECT %1 FROM jobs WHERE run = ? ORDER BY submission")
          .arg(namesOf<JobRecord>(jobTable)),
      {run}, [](const QSqlQuery& query) { return recordFrom<JobRecord>(query, jobTable); });
}

Result<QList<MetricSummary>> RunStore::metrics(const QString& run) {
  return m_connection.select(
      QStringLiteral("SELECT name, points, minimum, maximum, attempt, sequence, step, tokens, "
                     "epoch, time, value FROM series JOIN summaries USING(series)"
                     " WHERE run = ? ORDER BY ") +
          QLatin1String(metricOrder),
      {run}, [](const QSqlQuery& query) {
        return MetricSummary{query.value(0).toString(), query.value(1).toLongLong(),
                             pointFrom(query, 4), storedNumber(query.value(2)),
                             storedNumber(query.value(3))};
      });
}

Result<QList<CheckpointRecord>> RunStore::checkpoints(const QString& run) {
  return m_connection.select(
      QStringLiteral("SELECT attempt, step, path, bytes, time, stall_seconds, write_seconds FROM "
                     "checkpoints WHERE run = ? ORDER BY attempt, sequence"),
      {run}, [](const QSqlQuery& query) {
        return CheckpointRecord{query.value(0).toInt(),    query.value(1).toLongLong(),
                                query.value(2).toString(), query.value(3).toLongLong(),
                                query.value(4).toDouble(), query.value(5).toDouble(),
                                query.value(6).toDouble()};
      });
}

Result<QList<MessageRecord>> RunStore::messages(const QString& run, int limit) {
  auto messages = m_connection.select(
      QStringLiteral(
          "SELECT attempt, sequence, time, level, code, text, node, rank, arguments FROM "
          "messages "
          "WHERE run = ? ORDER BY attempt DESC, sequence DESC LIMIT ?"),
      {run, limit}, [](const QSqlQuery& query) {
        return MessageRecord{query.value(0).toInt(),
                             query.value(1).toLongLong(),
                             query.value(2).toDouble(),
                             query.value(3).toString(),
                             query.value(4).toString(),
                             query.value(5).toString(),
                             query.value(6).toString(),
                             optionalOf<int>(query.value(7)),
                             mapFromText(query.value(8).toByteArray())};
      });
  if (messages) std::reverse(messages->begin(), messages->end());
  return messages;
}

Result<QList<SystemRecord>> RunStore::systems(const QString& run, int limit) {
  auto systems = m_connection.select(
      QStringLiteral("SELECT attempt, sequence, time, node, cpu_ratio, memory_gib, devices FROM "
                     "systems WHERE run = ? ORDER BY attempt DESC, sequence DESC LIMIT ?"),
      {run, limit}, [](const QSqlQuery& query) {
        SystemRecord system{query.value(0).toInt(),
                            query.value(1).toLongLong(),
                            query.value(2).toDouble(),
                            query.value(3).toString(),
                            query.value(4).toDouble(),
                            query.value(5).toDouble(),
                            {}};
        for (const QJsonValue& value :
             QJsonDocument::fromJson(query.value(6).toByteArray()).array()) {
          const auto number = [&](const char* key) {
            return value.toObject().value(QLatin1String(key)).toDouble();
          };
          system.devices.append(
              {static_cast<int>(number("index")), value[QLatin1String("name")].toString(),
               number("utilization_ratio"), number("memory_used_gib"), number("memory_total_gib"),
               number("power_watts"), number("temperature_celsius")});
        }
        return system;
      });
  if (systems) std::reverse(systems->begin(), systems->end());
  return systems;
}

}  // namespace trainyard
