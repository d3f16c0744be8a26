// SPDX-License-Identifier: GPL-3.0-or-later
// The values of metrics and settings of all runs, for columns of the table. They stand in other
// tables, where each takes several searches; so what was read is kept, and of each run read again
// only after something was written for it. Internal to store/.
#pragma once

#include <QHash>
#include <QStringList>
#include <QVariant>
#include <vector>

#include "engine/contract/result.h"
#include "remote/store/run_columns.h"

namespace trainyard {

class TableValues {
 public:
  explicit TableValues(QString connection) : m_connection(std::move(connection)) {}

  struct Run {
    QString run;
    bool isOpen = false, hasSettings = false;
  };
  // In a transaction, before the values of its columns: which runs they are to be of.
  Result<void> begin(const QList<Run>& runs);
  // In the order of the runs; an invalid one where a run has no value.
  Result<QVariantList> of(const BesideColumn& column);

 private:
  struct Kept {
    qint64 mark = 0;  // 0: it was never read
    QVariant value;
  };
  using KeptOfRuns = std::vector<Kept>;
  Result<void> noteImports();
  std::size_t placeOf(const QString& run);
  // Changes whenever such a value of the run may have changed.
  qint64 markOf(const BesideColumn& column, std::size_t place, const Run& run) const;
  Result<void> read(const BesideColumn& column, const QStringList& runs, KeptOfRuns& kept);

  QString m_connection;
  qint64 m_version = 0;                  // of the file's content
  QHash<QString, std::size_t> m_places;  // of a run in the lists below
  std::vector<qint64> m_imports;         // grows with every import of events of a run
  QHash<QString, KeptOfRuns> m_kept;
  QList<Run> m_runs;
  std::vector<std::size_t> m_placesOfRuns;
};

}  // namespace trainyard
