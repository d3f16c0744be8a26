// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and events as tests of the store write them.
#pragma once

#include "remote/store/run_writer.h"

namespace trainyard {

inline const QString runId = QStringLiteral("6f9619ff-8b86-4011-b42d-00c04fc964ff");

inline Event at(std::int64_t sequence, decltype(Event::body) body) {
  return {100.0 + static_cast<double>(sequence), sequence, std::move(body)};
}

inline MetricsEvent loss(std::int64_t step, double value) {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = {{"train/loss", value}};
  return metrics;
}

inline RunRecord runNamed(const QString& uuid, double created = 10) {
  RunRecord run;
  run.run = uuid;
  run.name = QStringLiteral("test");
  run.target = QStringLiteral("here");
  run.folder = QStringLiteral("/base/test-") + uuid.left(8);
  run.state = RunState::waiting;
  run.created = created;
  return run;
}

// header, start, metrics of `steps` from `from` on, one loss a step: step * scale.
inline std::vector<Event> attemptEvents(int attempt, std::int64_t from, std::int64_t steps,
                                        double scale) {
  HeaderEvent header;
  header.attempt = attempt;
  StartEvent start;
  start.resume_step = from;
  start.total_steps = 100;
  std::vector<Event> events{at(0, header), at(1, start)};
  for (std::int64_t i = 1; i <= steps; ++i)
    events.push_back(at(1 + i, loss(from + i, scale * static_cast<double>(from + i))));
  return events;
}

// What takes a file back to the fifth version of the schema.
inline constexpr const char* backToFifthSchema[] = {
    "ALTER TABLE runs DROP COLUMN project",
    "ALTER TABLE attempts DROP COLUMN environment",
    "DROP INDEX runs_study_key",
    "ALTER TABLE runs DROP COLUMN study_key",
    "DROP TABLE study_records",
    "DROP TABLE samples",
    "DROP INDEX series_loss",
    "ALTER TABLE series DROP COLUMN loss",
    "ALTER TABLE series DROP COLUMN is_printed",
    "DROP TABLE settings",
    "ALTER TABLE runs DROP COLUMN title",
    "ALTER TABLE runs DROP COLUMN note",
    "ALTER TABLE runs DROP COLUMN is_pinned",
    "ALTER TABLE runs DROP COLUMN is_archived",
    "ALTER TABLE runs DROP COLUMN is_shown",
    "ALTER TABLE runs DROP COLUMN colour",
    "ALTER TABLE runs DROP COLUMN duplicate_of",
    "ALTER TABLE runs DROP COLUMN has_settings",
    "DROP TABLE blocks",
    "DROP INDEX series_unfilled",
    "ALTER TABLE series DROP COLUMN numbered",
    "ALTER TABLE series DROP COLUMN is_filled",
    "ALTER TABLE points DROP COLUMN place",
    "ALTER TABLE points DROP COLUMN is_replaced",
    "PRAGMA user_version = 5",
};

}  // namespace trainyard
