// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run folder: each is created atomically, never replaced, and verified before
// it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard {

struct SavedCheckpoint {
  std::filesystem::path folder;
  std::int64_t bytes = 0;
};

// The checkpoint to resume from.
struct FoundCheckpoint {
  std::filesystem::path folder;
  std::int64_t step = 0;
  std::vector<Error> passed_over;  // newer ones that are damaged, newest first
};

enum class Quarantine { no, yes };

// For one process of a run (rank 0) during one attempt. Anything that is visible to others is only
// done while no newer attempt exists; otherwise the error is "checkpoint.superseded" (exit code
// 75).
class CheckpointStore {
 public:
  CheckpointStore(RunFolder folder, std::int64_t attempt)
      : folder_(std::move(folder)), attempt_(attempt) {}

  // Removes unfinished checkpoints of dead attempts (*.tmp-NNNN).
  Result<void> clean_leftovers() const;

  // Creates step-NNNNNNNN.tmp-AAAA, filled by `fill`, then the manifest, fsync, rename, `latest`.
  // If a complete checkpoint of this step already exists, it is kept, `latest` points to it, and
  // `fill` is not called; a damaged one is renamed as by find_newest().
  Result<SavedCheckpoint> publish(
      std::int64_t step,
      const std::function<Result<void>(const std::filesystem::path&)>& fill) const;

  // The same in two parts, for a checkpoint whose files several ranks write: an empty folder
  // step-NNNNNNNN.tmp-AAAA with a folder training/, and once every file has been synced and is in
  // it, the manifest, with the `known` digests, and all that follows. discard() removes what has
  // been begun; whatever fails is discarded.
  Result<std::filesystem::path> begin(std::int64_t step) const;
  Result<SavedCheckpoint> commit(std::int64_t step, const ByName<FileDigest>& known = {}) const;
  void discard(std::int64_t step) const;

  // Where begin() makes the folder, for ranks that only write into it.
  std::filesystem::path unfinished(std::int64_t step) const;

  // Returns the newest complete checkpoint after verifying all checksums; nothing if there are no
  // checkpoints. If all are damaged, returns the newest one's error. With Quarantine::yes damaged
  // ones are renamed to step-NNNNNNNN.damaged-AAAA, so that training can publish their steps again;
  // a failed rename is an error.
  Result<std::optional<FoundCheckpoint>> find_newest(Quarantine quarantine) const;

  // Moves all checkpoints to checkpoints.before-AAAA next to the folder: a run that starts over
  // replaces nothing.
  Result<void> set_aside() const;

  // Sets the best checkpoint (`checkpoints/best`), which retain() keeps.
  Result<void> mark_best(std::int64_t step) const;
  std::optional<std::int64_t> best() const;

  // Removes the oldest checkpoints, keeping the newest `keep_last`, the best one, and
  // `resumed_from`.
  Result<void> retain(std::int64_t keep_last, std::optional<std::int64_t> resumed_from) const;

  // The steps of published checkpoints, ascending.
  std::vector<std::int64_t> steps() const;

 private:
  Result<void> fence() const;
  Result<SavedCheckpoint> move_into_place(std::int64_t step, const ByName<FileDigest>& known) const;
  // Saving takes time: a newer attempt may have moved it meanwhile.
  Result<void> point_latest_at(std::int64_t step) const;
  Result<void> quarantine(const std::filesystem::path& damaged) const;
  std::string suffix(const char* kind) const;

  RunFolder folder_;
  std::int64_t attempt_;
};

}  // namespace trainyard
