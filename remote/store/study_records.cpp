// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/study_records.h"

#include "remote/store/store_connection.h"

namespace trainyard {

Result<QList<StoredSearches::Search>> StoredSearches::list() {
  return m_connection.select(
      QStringLiteral("SELECT run, created FROM runs WHERE run IN (SELECT run FROM "
                     "study_records) ORDER BY created DESC, run"),
      {}, [](const QSqlQuery& query) {
        return Search{query.value(0).toString(), query.value(1).toDouble()};
      });
}

Result<StoredSearches::StudyRecords> StoredSearches::records(const QString& run, int attempt,
                                                             qint64 sequence) {
  StudyRecords records;
  TRY(const auto attempts,
      m_connection.select(QStringLiteral("SELECT max(attempt) FROM study_records WHERE run = ?"),
                          {run}, [](const QSqlQuery& query) { return query.value(0).toInt(); }));
  records.attempt = attempts.value(0);
  struct Piece {
    qint64 sequence;
    QByteArray text;
    bool continues;
  };
  TRY(const auto pieces,
      m_connection.select(
          QStringLiteral("SELECT sequence, piece, continues FROM study_records WHERE run = ? "
                         "AND attempt = ? AND sequence > ? ORDER BY sequence"),
          {run, records.attempt, records.attempt == attempt ? sequence : -1},
          [](const QSqlQuery& query) {
            return Piece{query.value(0).toLongLong(), query.value(1).toString().toUtf8(),
                         query.value(2).toBool()};
          }));
  QByteArray line;
  for (const Piece& piece : pieces) {
    line += piece.text;
    if (piece.continues) continue;
    records.lines.append({piece.sequence, line});
    line.clear();
  }
  return records;
}

}  // namespace trainyard
