// SPDX-License-Identifier: GPL-3.0-or-later
// A run that another tracker has recorded, as this program's store keeps runs.
#pragma once

#include <vector>

#include "engine/contract/run/events.h"
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

}  // namespace trainyard
