// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run folder: each appears whole or not at all, is never replaced, and is
// verified before it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard {

struct SavedCheckpoint {
  std::filesystem::path folder;
  std::int64_t bytes = 0;
};

// Where resuming found its state.
struct FoundCheckpoint {
  std::filesystem::path folder;
  std::int64_t step = 0;
  std::vector<Error> passed_over;  // newer ones that are damaged, newest first
};

enum class Quarantine { no, yes };

// For one process of a run (rank 0) during one attempt. Everything that changes what others see is
// done only while no higher attempt exists; otherwise it ends with the error
// "checkpoint.superseded" (exit code 75).
class CheckpointStore {
 public:
  CheckpointStore(RunFolder folder, std::int64_t attempt)
      : folder_(std::move(folder)), attempt_(attempt) {}

  // Removes what dead attempts left unfinished (*.tmp-NNNN).
  Result<void> clean_leftovers() const;

  // step-NNNNNNNN.tmp-AAAA, filled by `fill`, then the manifest, fsync, rename, `latest`. When a
  // whole checkpoint of this step is there already, it stays, `latest` names it, and `fill` is not
  // called; a damaged one is renamed as find_newest() does it.
  Result<SavedCheckpoint> publish(
      std::int64_t step,
      const std::function<Result<void>(const std::filesystem::path&)>& fill) const;

  // The newest whole checkpoint, all checksums read; nothing when there is none at all. When there
  // are some and all are damaged: the newest one's error. With Quarantine::yes damaged ones are
  // renamed to step-NNNNNNNN.damaged-AAAA, so that training can publish their steps again; a
  // renaming that fails is an error.
  Result<std::optional<FoundCheckpoint>> find_newest(Quarantine quarantine) const;

  // Moves all checkpoints to checkpoints.before-AAAA beside the folder: a run that starts over
  // replaces nothing.
  Result<void> set_aside() const;

  // Names the best checkpoint (`checkpoints/best`), which retention keeps.
  Result<void> mark_best(std::int64_t step) const;
  std::optional<std::int64_t> best() const;

  // Removes the oldest, keeping the newest `keep_last`, the best one, and `resumed_from`.
  Result<void> retain(std::int64_t keep_last, std::optional<std::int64_t> resumed_from) const;

  // Steps of the published checkpoints, ascending.
  std::vector<std::int64_t> steps() const;

 private:
  Result<void> fence() const;
  Result<std::int64_t> write_whole(
      std::int64_t step,
      const std::function<Result<void>(const std::filesystem::path&)>& fill) const;
  Result<void> put_aside(const std::filesystem::path& damaged) const;
  std::string suffix(const char* kind) const;

  RunFolder folder_;
  std::int64_t attempt_;
};

}  // namespace trainyard
