// SPDX-License-Identifier: GPL-3.0-or-later
// The points of many runs as one table in long form: a row has a run, its name, a metric, the
// point's step, epoch and time, and the value.
#pragma once

#include <array>
#include <memory>

#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

// Replaces a file only when all of it is written.
class PointTable {
 public:
  static constexpr std::array<const char*, 7> columns{"run",   "name", "metric", "step",
                                                      "epoch", "time", "value"};

  virtual ~PointTable() = default;

  virtual Result<void> add(const RunRecord& run, const QString& metric,
                           const MetricPoint& point) = 0;
  virtual Result<void> finish() = 0;
};

// The columns are those above, numbers as in csv_cells.h.
Result<std::unique_ptr<PointTable>> csvTable(const QString& path);

// Steps and epochs may be null, times are Unix seconds as numbers.
Result<std::unique_ptr<PointTable>> parquetTable(const QString& path);

// What a run is called in tables.
inline QString shownName(const RunRecord& run) {
  return run.title.isEmpty() ? run.name : run.title;
}

}  // namespace trainyard
