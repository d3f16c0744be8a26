// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the studies of searches, wherever their records are: in the store, if the trials run in one
// job, else in a journal of their own next to it. One thread, any.
#pragma once

#include <cstdint>

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "engine/search/study_record.h"
#include "remote/store/run_store.h"

namespace trainyard {

class StudyReader {
 public:
  // `store`: the database file; the journals are in studiesFolder() next to it.
  explicit StudyReader(QString store = RunStore::defaultPath());

  static QString studiesFolder(const QString& store = RunStore::defaultPath());
  // <folder>/<UUID>.jsonl
  static QString journalIn(const QString& folder, const QString& study);
  static QString journalPath(const QString& study, const QString& store = RunStore::defaultPath());

  // The UUIDs of all studies with records, newest first. If its trials run in one job, a study has
  // the UUID of that run.
  Result<QStringList> studies();

  // What a reader has of a study. It begins empty; read() adds what was recorded since, or begins
  // again if the study did (a further attempt of its run).
  struct Reading {
    search::RecordedStudy recorded;
    std::int64_t records = 0;  // that were read, so that a change can be seen
    std::int64_t place = 0;    // in the journal: bytes; in the store: the last sequence
    int attempt = 0;           // whose records these are; 0: those of a journal
  };
  // Errors: "study.unknown"; those of search::parse_record.
  Result<void> read(const QString& study, Reading& reading);

 private:
  Result<void> readJournal(const QString& path, Reading& reading);

  QString m_path;
  RunStore m_store;
};

}  // namespace trainyard
