// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what trackers have left below a folder: by the names that they give their files (a file of
// many runs also by how it begins).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "remote/history/history_store.h"

namespace trainyard {

// `store`: any that keeps many runs in a file.
enum class Tracker { wandb, tensorboard, mlflow, lightning, swanlab, store };

// The files of one run, or a file of many.
struct HistorySource {
  Tracker tracker = Tracker::wandb;
  std::filesystem::path folder;
  std::vector<std::filesystem::path> files;  // in the order in which they were begun
  // Of the files when they were found: what is added while they are read is new the next time.
  std::int64_t bytes = 0;
  // Of a run in a file of many, of which `bytes` are the entries.
  std::shared_ptr<const HistoryStore> store;
  std::string id;
};

struct FoundHistory {
  std::vector<HistorySource> sources;
  bool isComplete = true;  // false: there are more folders than are looked at
};

// Links are not followed, so that nothing is found twice. Errors: "history.no_folder", "cancelled".
Result<FoundHistory> findHistory(const std::filesystem::path& root, const std::stop_token& stop);

// The runs of a file of many, none if it is another program's; of any other source itself. Errors:
// those of openHistoryStore.
Result<std::vector<HistorySource>> runsOf(const HistorySource& source, const std::stop_token& stop);

}  // namespace trainyard
