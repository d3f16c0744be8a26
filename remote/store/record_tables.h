// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of runs, jobs and attempts: a line for each column. A new one needs its member
// (records.h) and its line here, whose version is one more than the newest. Internal to store/.
#pragma once

#include "remote/store/record_columns.h"

namespace trainyard {

inline constexpr Column<RunRecord> runTable[] = {
    column<&RunRecord::run>("run", "TEXT PRIMARY KEY", 1, Added::yes),
    column<&RunRecord::name>("name", "TEXT NOT NULL", 1, Added::yes),
    column<&RunRecord::target>("target", "TEXT NOT NULL", 1, Added::yes),
    column<&RunRecord::folder>("folder", "TEXT NOT NULL", 1, Added::yes),
    column<&RunRecord::source>("source", "TEXT", 1, Added::yes),
    column<&RunRecord::workload>("workload", "TEXT", 1, Added::yes),
    column<&RunRecord::tags>("tags", "TEXT", 1, Added::yes),
    column<&RunRecord::gitCommit>("git_commit", "TEXT", 1, Added::yes),
    column<&RunRecord::state>("state", "TEXT NOT NULL", 1, Added::yes),
    column<&RunRecord::reason>("reason", "TEXT", 1, Added::yes),
    column<&RunRecord::code>("code", "TEXT"),
    column<&RunRecord::exitCode>("exit_code", "INTEGER", 1, Added::yes),
    column<&RunRecord::rank>("rank", "INTEGER"),
    column<&RunRecord::node>("node", "TEXT"),
    column<&RunRecord::created>("created", "REAL NOT NULL", 1, Added::yes),
    column<&RunRecord::started>("started", "REAL NOT NULL DEFAULT 0"),
    column<&RunRecord::ended>("ended", "REAL NOT NULL DEFAULT 0"),
    column<&RunRecord::attempt>("attempt", "INTEGER NOT NULL DEFAULT 0"),
    column<&RunRecord::step>("step", "INTEGER"),
    column<&RunRecord::totalSteps>("total_steps", "INTEGER"),
    column<&RunRecord::phase>("phase", "TEXT"),
    column<&RunRecord::phaseDone>("phase_done", "REAL"),
    column<&RunRecord::phaseTotal>("phase_total", "REAL"),
    column<&RunRecord::parent>("parent", "TEXT REFERENCES runs(run) ON DELETE CASCADE", 2,
                               Added::unlessEmpty),
    column<&RunRecord::arrayIndex>("array_index", "INTEGER", 2, Added::yes),
    column<&RunRecord::expectedStart>("expected_start", "REAL NOT NULL DEFAULT 0", 2),
    column<&RunRecord::reasonCode>("reason_code", "TEXT", 4),
    column<&RunRecord::reasonArguments>("reason_arguments", "TEXT", 4),
    column<&RunRecord::clockOffset>("clock_offset", "REAL NOT NULL DEFAULT 0", 4),
    column<&RunRecord::after>("waits_for", "TEXT", 5, Added::yes),
    column<&RunRecord::study>("study", "TEXT", 5, Added::unlessEmpty),
    column<&RunRecord::studyValues>("study_values", "TEXT", 5, Added::yes),
    column<&RunRecord::title>("title", "TEXT", 7),
    column<&RunRecord::note>("note", "TEXT", 7),
    column<&RunRecord::isPinned>("is_pinned", "INTEGER NOT NULL DEFAULT 0", 7),
    column<&RunRecord::isArchived>("is_archived", "INTEGER NOT NULL DEFAULT 0", 7),
    column<&RunRecord::isShown>("is_shown", "INTEGER NOT NULL DEFAULT 0", 7),
    column<&RunRecord::colour>("colour", "INTEGER NOT NULL DEFAULT -1", 7),
    column<&RunRecord::duplicateOf>("duplicate_of", "TEXT", 7),
    // Whether `settings` has those of the run.
    {"has_settings", "INTEGER NOT NULL DEFAULT 0", 7},
    column<&RunRecord::studyKey>("study_key", "TEXT", 9, Added::unlessEmpty),
    column<&RunRecord::project>("project", "TEXT", 12, Added::yes),
};

inline constexpr Column<JobRecord> jobTable[] = {
    {"run", "TEXT NOT NULL REFERENCES runs ON DELETE CASCADE"},
    column<&JobRecord::submission>("submission", "INTEGER NOT NULL"),
    column<&JobRecord::scheduler>("scheduler", "TEXT NOT NULL"),
    column<&JobRecord::job>("job", "TEXT NOT NULL"),
    column<&JobRecord::submitted>("submitted", "REAL NOT NULL"),
    column<&JobRecord::token>("token", "TEXT NOT NULL DEFAULT ''", 2),
    column<&JobRecord::expectedStart>("expected_start", "REAL NOT NULL DEFAULT 0", 2),
};

inline constexpr Column<AttemptRecord> attemptTable[] = {
    {"run", "TEXT NOT NULL REFERENCES runs ON DELETE CASCADE"},
    column<&AttemptRecord::attempt>("attempt", "INTEGER NOT NULL"),
    column<&AttemptRecord::started>("started", "REAL NOT NULL DEFAULT 0"),
    column<&AttemptRecord::ended>("ended", "REAL NOT NULL DEFAULT 0"),
    column<&AttemptRecord::resumeStep>("resume_step", "INTEGER NOT NULL DEFAULT 0"),
    column<&AttemptRecord::totalSteps>("total_steps", "INTEGER"),
    column<&AttemptRecord::worldSize>("world_size", "INTEGER NOT NULL DEFAULT 0"),
    // Only its start event sets the device, even if it is empty.
    {.name = "device",
     .type = "TEXT",
     .read =
         [](const QVariant& value, AttemptRecord& attempt) {
           attempt.device = value.toString();
           attempt.hasBegun = !value.isNull();
         }},
    column<&AttemptRecord::nodes>("nodes", "TEXT"),
    column<&AttemptRecord::jobId>("job", "TEXT"),
    column<&AttemptRecord::outcome>("outcome", "TEXT"),
    column<&AttemptRecord::exitCode>("exit_code", "INTEGER"),
    column<&AttemptRecord::code>("code", "TEXT"),
    column<&AttemptRecord::reason>("reason", "TEXT"),
    {"superseded_after", "INTEGER"},
    {"offset", "INTEGER NOT NULL DEFAULT 0"},
    {"last_sequence", "INTEGER NOT NULL DEFAULT -1"},
    {"bad_lines", "INTEGER NOT NULL DEFAULT 0"},
    column<&AttemptRecord::reasonCode>("reason_code", "TEXT", 4),
    column<&AttemptRecord::reasonArguments>("reason_arguments", "TEXT", 4),
    column<&AttemptRecord::environment>("environment", "TEXT", 12),
};

constexpr int newestColumn() {
  int newest = 0;
  const auto add = [&](const auto& table) {
    for (const auto& one : table) newest = std::max(newest, one.since);
  };
  add(runTable);
  add(jobTable);
  add(attemptTable);
  return newest;
}

// Creates a table of a new file, and the columns that one of an older version lacks.
template <class Record, std::size_t count>
QString creationOf(const char* table, const Column<Record> (&columns)[count],
                   const char* more = "") {
  return QStringLiteral("CREATE TABLE %1(%2%3")
      .arg(QLatin1String(table), declarationsOf<Record>(columns).join(QStringLiteral(", ")),
           QLatin1String(more));
}
template <class Record, std::size_t count>
QStringList changesOf(const char* table, const Column<Record> (&columns)[count], int version) {
  QStringList changes;
  for (const QString& declaration : declarationsOf<Record>(columns, version))
    changes
        << QStringLiteral("ALTER TABLE %1 ADD COLUMN %2").arg(QLatin1String(table), declaration);
  return changes;
}

}  // namespace trainyard
