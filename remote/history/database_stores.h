// SPDX-License-Identifier: GPL-3.0-or-later
// The databases of trackers. Internal to history/.
#pragma once

#include "remote/history/foreign_database.h"
#include "remote/history/history_store.h"

namespace trainyard {

// What is read of a kind of database. The functions may be called from any thread, each time with a
// connection of its own.
class DatabaseKind {
 public:
  virtual ~DatabaseKind() = default;
  virtual bool fits(ForeignDatabase& database) const = 0;
  virtual Result<std::vector<StoredRun>> runs(ForeignDatabase& database) const = 0;
  // `file`: the original, whose name may say something.
  virtual Result<RecordedRun> read(ForeignDatabase& database, const std::string& id,
                                   const std::filesystem::path& file) const = 0;
};

// The runs that `list` finds, a row each: identifier, entries. To these are added those that the
// queries `counts` find: identifier, entries.
Result<std::vector<StoredRun>> countedRuns(ForeignDatabase& database, const QString& list,
                                           const QStringList& counts);

// Of each project one, a run's points as JSON.
const DatabaseKind& trackioDatabase();
// MLflow's backend store.
const DatabaseKind& mlflowDatabase();
// Optuna's RDBStorage.
const DatabaseKind& optunaDatabase();

}  // namespace trainyard
