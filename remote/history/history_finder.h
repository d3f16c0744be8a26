// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what trackers have left below a folder: by the names that they give their files, without
// reading them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class Tracker { wandb, tensorboard, mlflow, lightning };

// The files of one run.
struct HistorySource {
  Tracker tracker = Tracker::wandb;
  std::filesystem::path folder;
  std::vector<std::filesystem::path> files;  // in the order in which they were begun
  // Of the files when they were found: what is added while they are read is new the next time.
  std::int64_t bytes = 0;
};

struct FoundHistory {
  std::vector<HistorySource> sources;
  bool isComplete = true;  // false: there are more folders than are looked at
};

// Links are not followed, so that nothing is found twice. Errors: "history.no_folder", "cancelled".
Result<FoundHistory> findHistory(const std::filesystem::path& root, const std::stop_token& stop);

}  // namespace trainyard
