// SPDX-License-Identifier: GPL-3.0-or-later
// Timelines read while training: the windows of PackedTimelines as a source, without anything
// prepared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/source.h"
#include "engine/data/timelines/packed_timelines.h"

namespace trainyard {

struct StreamSettings {
  PackingSettings packing;
  std::int64_t per_device = 1, accumulation = 1, world_size = 1, rank = 0;
  std::uint64_t seed = 42;  // of row_keys
  // Windows of an epoch, at most.
  std::optional<std::int64_t> most;
};

// An epoch is all passes over the files; the next one is shuffled as IterableDataset.set_epoch has
// it. Every rank reads the whole stream and keeps its own windows: micro-batch m of rank r holds
// those from (m * world_size + r) * per_device of the step on, as accelerate hands out a stream of
// `datasets`. So a step has the same windows whatever the ranks, and no rank waits for another. The
// last step of an epoch has what is left. Memory: the buffer of the shuffle, and a step. To go on
// in the middle of an epoch everything before it is read again.
class TimelineStream final : public Source {
 public:
  // Errors: those of PackedTimelines::open; a file that cannot be read (exit code 3).
  static Result<std::unique_ptr<TimelineStream>> open(StreamSettings settings);

  // Errors: those of PackedTimelines::next; "timelines.too_short", there is no window.
  Result<StepBatches> next() override;
  bool seek(const Map& position) override;
  Map position() const override;
  // Not known beforehand: the most that there can be.
  std::int64_t remaining_steps(double) const override { return std::int64_t{1} << 62; }
  std::int64_t num_examples() const override { return packed_.num_timelines(); }  // timelines

  // What tells these files from others without reading them: of their sizes and last bytes, where
  // Parquet describes its content.
  const std::string& digest() const { return digest_; }

 private:
  TimelineStream(StreamSettings settings, PackedTimelines packed, std::string digest)
      : settings_(std::move(settings)), packed_(std::move(packed)), digest_(std::move(digest)) {}
  Result<void> look_ahead();
  void add(std::vector<std::uint32_t> window, MicroBatch& batch) const;
  void pad(MicroBatch& batch) const;
  double epochs_so_far() const;

  const StreamSettings settings_;
  PackedTimelines packed_;
  const std::string digest_;
  std::int64_t epoch_ = 0, window_ = 0;  // the next one
  // The window that follows: an epoch ends when there is none.
  std::vector<std::uint32_t> ahead_;
  bool has_ahead_ = false, has_looked_ = false;
};

}  // namespace trainyard
