// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of runs.sqlite as SQL, one statement per entry, beside those of record_tables.h;
// resources/help/formats.md describes their content. A new file is created by `schemaStatements`;
// one of an older version is updated by its new columns and the changes since that version.
#pragma once

namespace trainyard {

inline constexpr const char* blocksTable =
    "CREATE TABLE blocks(series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE, attempt "
    "INTEGER NOT NULL, level INTEGER NOT NULL, block INTEGER NOT NULL, first_sequence INTEGER NOT "
    "NULL, last_sequence INTEGER NOT NULL, low REAL, high REAL, content BLOB NOT NULL, PRIMARY "
    "KEY(series, attempt, level, block)) WITHOUT ROWID";

// `number` is the value as a number, if it is one.
inline constexpr const char* settingsTable =
    "CREATE TABLE settings(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, path TEXT NOT "
    "NULL, value TEXT NOT NULL, number REAL, PRIMARY KEY(run, path)) WITHOUT ROWID";

// The records of searches whose trials run in one job: pieces of JSON lines.
inline constexpr const char* studyRecordsTable =
    "CREATE TABLE study_records(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt "
    "INTEGER NOT NULL, sequence INTEGER NOT NULL, piece TEXT NOT NULL, continues INTEGER NOT NULL, "
    "PRIMARY KEY(run, attempt, sequence)) WITHOUT ROWID";

// Texts, tables, images and histograms of a run (SampleEvent).
inline constexpr const char* samplesTable =
    "CREATE TABLE samples(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt INTEGER NOT "
    "NULL, sequence INTEGER NOT NULL, time REAL NOT NULL, step INTEGER, name TEXT NOT NULL, kind "
    "TEXT NOT NULL, caption TEXT, is_cut INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY(run, "
    "attempt, sequence)) WITHOUT ROWID";

inline constexpr const char* studyKeyIndex =
    "CREATE INDEX runs_study_key ON runs(study_key) WHERE study_key IS NOT NULL";

// Of losses, loss_place() of their names: those that stand for a run are found without its others.
inline constexpr const char* lossIndex =
    "CREATE INDEX series_loss ON series(run, loss, name) WHERE loss IS NOT NULL";

inline constexpr const char* schemaStatements[] = {
    "CREATE INDEX runs_created ON runs(created)",
    "CREATE INDEX runs_parent ON runs(parent) WHERE parent IS NOT NULL",
    "CREATE INDEX runs_study ON runs(study) WHERE study IS NOT NULL",
    studyKeyIndex,
    "CREATE TABLE open_submissions(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, request "
    "TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE open_cancels(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, submission "
    "INTEGER NOT NULL,"
    " is_undelivered INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
    "CREATE TABLE series(series INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs ON DELETE "
    "CASCADE, name TEXT NOT NULL, numbered INTEGER NOT NULL DEFAULT 0, is_filled INTEGER NOT NULL "
    "DEFAULT 0, is_printed INTEGER NOT NULL DEFAULT 0, loss INTEGER, UNIQUE(run, name))",
    lossIndex,
    "CREATE INDEX series_unfilled ON series(series) WHERE is_filled = 0",
    "CREATE TABLE points(series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE, attempt "
    "INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    " step INTEGER, tokens INTEGER, epoch REAL, time REAL NOT NULL, value, place INTEGER, "
    "is_replaced INTEGER, PRIMARY KEY(series, attempt, sequence)) WITHOUT ROWID",
    blocksTable,
    settingsTable,
    studyRecordsTable,
    samplesTable,
    "CREATE TABLE summaries(series INTEGER PRIMARY KEY REFERENCES series ON DELETE CASCADE, points "
    "INTEGER NOT NULL, attempt INTEGER, sequence INTEGER,"
    " step INTEGER, tokens INTEGER, epoch REAL, time REAL, value, minimum REAL, maximum REAL)",
    "CREATE TABLE messages(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt INTEGER "
    "NOT NULL, sequence INTEGER NOT NULL, time REAL NOT NULL,"
    " level TEXT NOT NULL, code TEXT, arguments TEXT, text TEXT, rank INTEGER, node TEXT, PRIMARY "
    "KEY(run, attempt, sequence)) WITHOUT ROWID",
    "CREATE TABLE checkpoints(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt INTEGER "
    "NOT NULL, sequence INTEGER NOT NULL, time REAL NOT NULL,"
    " step INTEGER NOT NULL, path TEXT NOT NULL, bytes INTEGER, stall_seconds REAL, write_seconds "
    "REAL, PRIMARY KEY(run, attempt, sequence)) WITHOUT ROWID",
    "CREATE TABLE systems(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt INTEGER NOT "
    "NULL, sequence INTEGER NOT NULL, time REAL NOT NULL,"
    " node TEXT, cpu_ratio REAL, memory_gib REAL, devices TEXT, PRIMARY KEY(run, attempt, "
    "sequence)) WITHOUT ROWID",
};

inline constexpr const char* changesFrom1[] = {
    "CREATE INDEX runs_parent ON runs(parent) WHERE parent IS NOT NULL",
    "CREATE TABLE open_submissions(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, request "
    "TEXT NOT NULL) WITHOUT ROWID",
};

inline constexpr const char* changesFrom2[] = {
    "CREATE TABLE open_cancels(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, submission "
    "INTEGER NOT NULL,"
    " is_undelivered INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
};

inline constexpr const char* changesFrom4[] = {
    "CREATE INDEX runs_study ON runs(study) WHERE study IS NOT NULL",
};

// The blocks of existing curves follow slice by slice (RunWriter::fillCurves).
inline constexpr const char* changesFrom5[] = {
    "ALTER TABLE series ADD COLUMN numbered INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE series ADD COLUMN is_filled INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX series_unfilled ON series(series) WHERE is_filled = 0",
    "ALTER TABLE points ADD COLUMN place INTEGER",
    "ALTER TABLE points ADD COLUMN is_replaced INTEGER",
    blocksTable,
};

// The settings of existing runs follow one by one (RunRegistry::fillSettings).
inline constexpr const char* changesFrom6[] = {
    settingsTable,
};

inline constexpr const char* changesFrom7[] = {studyRecordsTable};

inline constexpr const char* changesFrom8[] = {
    studyKeyIndex,
};

// Before, a run that said where its curves were found had no others.
inline constexpr const char* changesFrom9[] = {
    "ALTER TABLE series ADD COLUMN is_printed INTEGER NOT NULL DEFAULT 0",
    "UPDATE series SET is_printed = 1 WHERE run IN (SELECT run FROM messages WHERE code = "
    "'metrics.found')",
    samplesTable,
};

// The places of existing losses are written with it (loss_series.h).
inline constexpr const char* changesFrom10[] = {
    "ALTER TABLE series ADD COLUMN loss INTEGER",
    lossIndex,
};

}  // namespace trainyard
