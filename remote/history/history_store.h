// SPDX-License-Identifier: GPL-3.0-or-later
// A file in which a tracker keeps many runs: a database, or Optuna's journal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "remote/history/recorded_run.h"

namespace trainyard {

struct StoredRun {
  std::string id;            // in its store
  std::int64_t entries = 0;  // that the store has of it: as many as before, and nothing is new
};

// For any thread.
class HistoryStore {
 public:
  static constexpr std::size_t mostRuns = 100'000;  // further ones are left out

  virtual ~HistoryStore() = default;
  virtual Result<std::vector<StoredRun>> runs(const std::stop_token& stop) const = 0;
  virtual Result<RecordedRun> read(const std::string& id, const std::stop_token& stop) const = 0;
};

// Whether a file may be one, by its name and how it begins.
bool isHistoryStore(const std::filesystem::path& file);

// Null for a file of another program. Errors: those of DatabaseCopy and ForeignDatabase.
Result<std::shared_ptr<const HistoryStore>> openHistoryStore(const std::filesystem::path& file,
                                                             const std::stop_token& stop);

}  // namespace trainyard
