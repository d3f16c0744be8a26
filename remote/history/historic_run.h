// SPDX-License-Identifier: GPL-3.0-or-later
// A run that another tracker has recorded, as this program's store keeps runs.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/run/events.h"
#include "remote/history/history_finder.h"
#include "remote/history/recorded_run.h"
#include "remote/store/records.h"

namespace trainyard {

// `workload` of their records: nothing of theirs can be resumed, and their folder belongs to
// others.
inline bool isImported(const RunRecord& run) { return run.workload == QLatin1String("imported"); }

struct HistoricRun {
  RunRecord record;  // with name, title, notes, tags, times and how it ended
  QList<RunSetting> settings;
  std::vector<Event> events;  // of its only attempt, with their sequence numbers
  qint64 points = 0;          // values of metrics
  qint64 bytes = 0;           // of its files: as many as before, and nothing is new
  qint64 damagedFiles = 0;    // which could not be read to their end
};

// Which run it is, however often it is read: a UUID of version 5 (RFC 9562) of the tracker's own
// id, or of its place where it has none.
QString historicRunId(const HistorySource& source);

// `root`: what the user named, below which runs are named by their folders.
HistoricRun historicRun(RecordedRun run, const HistorySource& source,
                        const std::filesystem::path& root);

}  // namespace trainyard
