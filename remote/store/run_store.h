// SPDX-License-Identifier: GPL-3.0-or-later
// Reads runs.sqlite, the history of all runs of this user. Only the service writes it; any number
// of programs can read it concurrently, even if nothing else is running. All calls are synchronous,
// take a few milliseconds (1,000 runs: under 20), and must be made on the thread that created the
// object.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include <QList>
#include <QMap>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"
#include "remote/store/run_curves.h"
#include "remote/store/run_samples.h"
#include "remote/store/run_table.h"
#include "remote/store/store_connection.h"
#include "remote/store/study_records.h"

namespace trainyard {

class RunStore {
 public:
  // `path`: the database file; defaultPath() is $XDG_DATA_HOME/trainyard/runs.sqlite. Does not open
  // it yet: a file that does not exist is an empty history, and is found once it appears.
  explicit RunStore(QString path = defaultPath()) : m_connection(std::move(path)) {}

  static QString defaultPath();
  const QString& path() const { return m_connection.path(); }

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

  Result<QList<CheckpointRecord>> checkpoints(const QString& run);
  // Oldest first, at most the newest `limit`.
  Result<QList<MessageRecord>> messages(const QString& run, int limit = 1000);
  Result<QList<SystemRecord>> systems(const QString& run, int limit = 1000);

  RunCurves& curves() { return m_curves; }
  RunSamples& samples() { return m_samples; }
  StoredSearches& searches() { return m_searches; }
  RunTables& tables() { return m_tables; }

 private:
  StoreConnection m_connection;
  RunCurves m_curves{m_connection};
  RunSamples m_samples{m_connection};
  StoredSearches m_searches{m_connection};
  RunTables m_tables{m_connection};
};

}  // namespace trainyard
