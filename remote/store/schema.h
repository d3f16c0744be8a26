// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of runs.sqlite as SQL, one statement per entry; resources/help/formats.md describes
// their content. A new file is created by `schemaStatements`; one of an older version is updated by
// the changes since that version.
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

inline constexpr const char* schemaStatements[] = {
    "CREATE TABLE runs(run TEXT PRIMARY KEY, name TEXT NOT NULL, target TEXT NOT NULL, folder TEXT "
    "NOT NULL, source TEXT,"
    " workload TEXT, tags TEXT, git_commit TEXT, state TEXT NOT NULL, reason TEXT, code TEXT, "
    "exit_code INTEGER,"
    " rank INTEGER, node TEXT, created REAL NOT NULL, started REAL NOT NULL DEFAULT 0, ended REAL "
    "NOT NULL DEFAULT 0,"
    " attempt INTEGER NOT NULL DEFAULT 0, step INTEGER, total_steps INTEGER, phase TEXT, "
    "phase_done REAL, phase_total REAL,"
    " parent TEXT REFERENCES runs(run) ON DELETE CASCADE, array_index INTEGER, expected_start REAL "
    "NOT NULL DEFAULT 0, reason_code TEXT, reason_arguments TEXT, clock_offset REAL NOT NULL "
    "DEFAULT 0, waits_for TEXT, study TEXT, study_values TEXT, title TEXT, note TEXT, is_pinned "
    "INTEGER NOT NULL DEFAULT 0, is_archived INTEGER NOT NULL DEFAULT 0, is_shown INTEGER NOT NULL "
    "DEFAULT 0, colour INTEGER NOT NULL DEFAULT -1, duplicate_of TEXT, has_settings INTEGER NOT "
    "NULL DEFAULT 0, study_key TEXT)",
    "CREATE INDEX runs_created ON runs(created)",
    "CREATE INDEX runs_parent ON runs(parent) WHERE parent IS NOT NULL",
    "CREATE INDEX runs_study ON runs(study) WHERE study IS NOT NULL",
    studyKeyIndex,
    "CREATE TABLE jobs(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, submission INTEGER NOT "
    "NULL, scheduler TEXT NOT NULL,"
    " job TEXT NOT NULL, submitted REAL NOT NULL, token TEXT NOT NULL DEFAULT '', expected_start "
    "REAL NOT NULL DEFAULT 0,"
    " PRIMARY KEY(run, submission)) WITHOUT ROWID",
    "CREATE TABLE open_submissions(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, request "
    "TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE open_cancels(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, submission "
    "INTEGER NOT NULL,"
    " is_undelivered INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
    "CREATE TABLE attempts(run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, attempt INTEGER "
    "NOT NULL, started REAL NOT NULL DEFAULT 0,"
    " ended REAL NOT NULL DEFAULT 0, resume_step INTEGER NOT NULL DEFAULT 0, total_steps INTEGER, "
    "world_size INTEGER NOT NULL DEFAULT 0,"
    " device TEXT, nodes TEXT, job TEXT, outcome TEXT, exit_code INTEGER, code TEXT, reason TEXT, "
    "superseded_after INTEGER,"
    " offset INTEGER NOT NULL DEFAULT 0, last_sequence INTEGER NOT NULL DEFAULT -1, bad_lines "
    "INTEGER NOT NULL DEFAULT 0, reason_code TEXT, reason_arguments TEXT,"
    " PRIMARY KEY(run, attempt)) WITHOUT ROWID",
    "CREATE TABLE series(series INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs ON DELETE "
    "CASCADE, name TEXT NOT NULL, numbered INTEGER NOT NULL DEFAULT 0, is_filled INTEGER NOT NULL "
    "DEFAULT 0, is_printed INTEGER NOT NULL DEFAULT 0, UNIQUE(run, name))",
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
    "ALTER TABLE runs ADD COLUMN parent TEXT REFERENCES runs(run) ON DELETE CASCADE",
    "ALTER TABLE runs ADD COLUMN array_index INTEGER",
    "ALTER TABLE runs ADD COLUMN expected_start REAL NOT NULL DEFAULT 0",
    "CREATE INDEX runs_parent ON runs(parent) WHERE parent IS NOT NULL",
    "ALTER TABLE jobs ADD COLUMN token TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE jobs ADD COLUMN expected_start REAL NOT NULL DEFAULT 0",
    "CREATE TABLE open_submissions(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, request "
    "TEXT NOT NULL) WITHOUT ROWID",
};

inline constexpr const char* changesFrom2[] = {
    "CREATE TABLE open_cancels(run TEXT PRIMARY KEY REFERENCES runs ON DELETE CASCADE, submission "
    "INTEGER NOT NULL,"
    " is_undelivered INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
};

inline constexpr const char* changesFrom3[] = {
    "ALTER TABLE runs ADD COLUMN reason_code TEXT",
    "ALTER TABLE runs ADD COLUMN reason_arguments TEXT",
    "ALTER TABLE runs ADD COLUMN clock_offset REAL NOT NULL DEFAULT 0",
    "ALTER TABLE attempts ADD COLUMN reason_code TEXT",
    "ALTER TABLE attempts ADD COLUMN reason_arguments TEXT",
};

inline constexpr const char* changesFrom4[] = {
    "ALTER TABLE runs ADD COLUMN waits_for TEXT",
    "ALTER TABLE runs ADD COLUMN study TEXT",
    "ALTER TABLE runs ADD COLUMN study_values TEXT",
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
    "ALTER TABLE runs ADD COLUMN title TEXT",
    "ALTER TABLE runs ADD COLUMN note TEXT",
    "ALTER TABLE runs ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN colour INTEGER NOT NULL DEFAULT -1",
    "ALTER TABLE runs ADD COLUMN duplicate_of TEXT",
    "ALTER TABLE runs ADD COLUMN has_settings INTEGER NOT NULL DEFAULT 0",
    settingsTable,
};

inline constexpr const char* changesFrom7[] = {studyRecordsTable};

inline constexpr const char* changesFrom8[] = {
    "ALTER TABLE runs ADD COLUMN study_key TEXT",
    studyKeyIndex,
};

// Before, a run that said where its curves were found had no others.
inline constexpr const char* changesFrom9[] = {
    "ALTER TABLE series ADD COLUMN is_printed INTEGER NOT NULL DEFAULT 0",
    "UPDATE series SET is_printed = 1 WHERE run IN (SELECT run FROM messages WHERE code = "
    "'metrics.found')",
    samplesTable,
};

}  // namespace trainyard
