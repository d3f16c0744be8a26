// SPDX-License-Identifier: GPL-3.0-or-later
// Reads searches whose trials run in one job. Errors of all calls: those of RunStore.
#pragma once

#include <utility>

#include <QByteArray>
#include <QList>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

class StoreConnection;

class StoredSearches {
 public:
  explicit StoredSearches(StoreConnection& connection) : m_connection(connection) {}

  // Runs that are searches with records, newest first.
  struct Search {
    QString run;
    double created = 0;
  };
  Result<QList<Search>> list();
  // The records of a search whose trials run in one job, as JSON lines: those of its newest attempt
  // that has any, after `sequence` if that one is `attempt`. Attempt 0: it has none.
  struct StudyRecords {
    int attempt = 0;
    QList<std::pair<qint64, QByteArray>> lines;  // by sequence
  };
  Result<StudyRecords> records(const QString& run, int attempt, qint64 sequence);

 private:
  StoreConnection& m_connection;
};

}  // namespace trainyard
