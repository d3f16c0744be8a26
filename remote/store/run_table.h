// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs: which runs, in which order and groups, and with which values beside them.
// SQL filters; order and groups are made of what it finds.
#pragma once

#include <memory>
#include <optional>

#include <QList>
#include <QString>
#include <QStringList>
#include <QVariant>

#include "engine/contract/result.h"
#include "remote/store/projects.h"

namespace trainyard {

// Keys of columns: name, state, target, created, started, duration, step, progress, speed,
// experiment, study, project, tags, workload; "last:eval/loss", "best:", "lowest:", "highest:" of a
// metric; "setting:optimizer.learning_rate".
struct RunTableQuery {
  QString filter;  // words and conditions (run_filter.h); empty: all
  // Only runs in it and in those below it, and pinned ones; an empty path: those in none.
  std::optional<QString> project{};
  QString sort = QStringLiteral("created");
  bool descending = true;  // runs without a value come last in both directions
  QString group;           // key of a column; empty: one group
  bool archived = false;   // also those that are archived
  QStringList columns;     // whose values the rows carry
};

struct RunTableRow {
  QString run;
  int group = 0;
  QVariantList values;  // of the query's columns; an invalid one: none
};

struct RunTableGroup {
  QString key, title;  // empty: the runs without a value
  int runs = 0;
  QVariant best;        // of the query's first best: column
  QStringList varying;  // paths of settings that differ within it
};

struct RunTable {
  QList<RunTableRow> rows;  // group after group; the tasks of an array follow their run
  QList<RunTableGroup> groups;
  int total = 0;                // all runs in the store that are no tasks
  QList<ProjectRuns> projects;  // all that have runs, by their paths
  // Paths of settings that differ among the newest rows, those with most values first; without
  // those that name files or the run itself.
  QStringList varying;
  QStringList metrics;   // that the first rows have, losses first
  QStringList settings;  // paths that the first rows have
};

class StoreConnection;
class TableValues;

class RunTables {
 public:
  explicit RunTables(StoreConnection& connection);
  ~RunTables();

  // The table of runs as a query asks for it; values of its columns are kept for the next call.
  // Errors: those of runFilterSql().
  Result<RunTable> read(const RunTableQuery& query);

 private:
  Result<RunTable> readTable(const RunTableQuery& query);
  Result<void> noteVarying(RunTable& table);

  StoreConnection& m_connection;
  std::unique_ptr<TableValues> m_values;
};

// Whether more of a metric is better: accuracy and the like. Of losses, less is.
bool metricImproves(const QString& metric);

}  // namespace trainyard
