// SPDX-License-Identifier: GPL-3.0-or-later
// Reads runs.sqlite, the history of all runs of this user. Only the service writes it; any number
// of programs can read it concurrently, even if nothing else is running. All calls are synchronous,
// take a few milliseconds (1,000 runs: under 20), and must be made on the thread that created the
// object.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <QList>
#include <QMap>
#include <QString>
#include <QVariantList>

#include "engine/contract/result.h"
#include "remote/store/curve_block.h"
#include "remote/store/records.h"
#include "remote/store/run_table.h"

class QSqlQuery;

namespace trainyard {

class TableValues;

class RunStore {
 public:
  // `path`: the database file; defaultPath() is $XDG_DATA_HOME/trainyard/runs.sqlite. Does not open
  // it yet: a file that does not exist is an empty history, and is found once it appears.
  explicit RunStore(QString path = defaultPath());
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  static QString defaultPath();
  const QString& path() const { return m_path; }

  // Errors of all calls below: "store.newer" (written by a newer version), "store.older",
  // "store.damaged", "store.unreadable".

  // Newest first.
  Result<QList<RunRecord>> runs();
  // Error "run.unknown" if there is none.
  Result<RunRecord> run(const QString& run);
  // The runs of an array's tasks, by index; empty for a run without an array.
  Result<QList<RunRecord>> tasksOf(const QString& run);
  // The runs of a study, in the order of creation; `text`: a prefix of its UUID of at least four
  // characters. Empty if there is no such study; error "study.ambiguous".
  Result<QList<RunRecord>> study(const QString& text);
  // The newest run with this study key; nothing: there is none.
  Result<std::optional<RunRecord>> newestWithStudyKey(const QString& key);
  // Runs with this name, newest first, without tasks of arrays.
  Result<QList<RunRecord>> named(const QString& name);
  // `text`: an unambiguous prefix of a UUID, the name of a run's folder, or `last`. Errors
  // "run.unknown", "run.ambiguous".
  Result<RunRecord> resolve(const QString& text);

  // The table of runs as a query asks for it; values of its columns are kept for the next call.
  // Errors: those of runFilterSql().
  Result<RunTable> table(const RunTableQuery& query);
  // The values of a run's experiment by path: numbers where they are numbers, else text. Empty if
  // they are not known.
  Result<QMap<QString, QVariant>> settings(const QString& run);
  // Runs whose settings were not looked for yet, newest first.
  Result<QStringList> withoutSettings();

  Result<QList<AttemptRecord>> attempts(const QString& run);
  // The highest step that each attempt reported; attempts that reported none are absent.
  Result<std::map<int, qint64>> highestSteps(const QString& run);
  Result<QList<JobRecord>> jobs(const QString& run);
  // Every metric of the run by name, starting with "train/loss" and "eval/loss".
  Result<QList<MetricSummary>> metrics(const QString& run);

  enum class Superseded { hide, include };
  // The points of a metric by attempt and sequence; without a metric, those of all, in the order of
  // metrics() where they are of the same event. For what needs every point: only one is in memory.
  using OnPoint = std::function<Result<void>(const QString& metric, const MetricPoint& point)>;
  Result<void> eachPoint(const QString& run, const QString& metric, Superseded superseded,
                         const OnPoint& take);
  Result<QList<MetricPoint>> series(const QString& run, const QString& metric,
                                    Superseded superseded = Superseded::hide);
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

  // Runs that are searches with records, newest first.
  struct RunWithStudy {
    QString run;
    double created = 0;
  };
  Result<QList<RunWithStudy>> runsWithStudy();
  // The records of a search whose trials run in one job, as JSON lines: those of its newest attempt
  // that has any, after `sequence` if that one is `attempt`. Attempt 0: it has none.
  struct StudyRecords {
    int attempt = 0;
    QList<std::pair<qint64, QByteArray>> lines;  // by sequence
  };
  Result<StudyRecords> studyRecords(const QString& run, int attempt, qint64 sequence);

  // By name and step, without those of superseded steps; at most `limit`, the newest.
  Result<QList<SampleRecord>> samples(const QString& run, int limit = 100000);
  // Empty if there is none.
  Result<QByteArray> sampleContent(const QString& run, int attempt, qint64 sequence);

  Result<QList<CheckpointRecord>> checkpoints(const QString& run);
  // Oldest first, at most the newest `limit`.
  Result<QList<MessageRecord>> messages(const QString& run, int limit = 1000);
  Result<QList<SystemRecord>> systems(const QString& run, int limit = 1000);

 private:
  Result<void> open();
  Result<bool> isBegun();
  Result<RunTable> readTable(const RunTableQuery& query);
  Result<void> noteVarying(RunTable& table);
  template <class From>
  auto select(const QString& sql, const QVariantList& values, From from)
      -> Result<QList<decltype(from(std::declval<const QSqlQuery&>()))>>;

  QString m_path;
  QString m_connection;
  bool m_open = false;
  std::unique_ptr<TableValues> m_tableValues;
};

}  // namespace trainyard
