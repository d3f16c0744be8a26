// SPDX-License-Identifier: GPL-3.0-or-later
// Streams timelines while training: the windows of PackedTimelines as a source, without preparing
// anything.
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
  std::uint64_t seed = 42;  // for row_keys
  // Maximum windows per epoch.
  std::optional<std::int64_t> most;
};

// An epoch is all passes over the files; the next one is shuffled as by IterableDataset.set_epoch.
// Every rank reads the whole stream and keeps its own windows: micro-batch m of rank r has the
// step's windows starting at (m * world_size + r) * per_device, as accelerate distributes a stream
// of `datasets`. A step therefore has the same windows whatever the ranks, and no rank waits for
// another. The last step of an epoch has the remaining windows. Memory: the shuffle buffer, and one
// step. Resuming in the middle of an epoch reads everything before it again.
class TimelineStream final : public Source {
 public:
  // Errors: those of PackedTimelines::open; read errors (exit code 3).
  static Result<std::unique_ptr<TimelineStream>> open(StreamSettings settings);

  // Errors: those of PackedTimelines::next; "timelines.too_short" if there is no window.
  Result<StepBatches> next() override;
  bool seek(const Map& position) override;
  Map position() const override;
  // Not known in advance, so an upper bound.
  std::int64_t remaining_steps(double) const override { return std::int64_t{1} << 62; }
  std::int64_t num_examples() const override { return packed_.num_timelines(); }  // timelines

  // Identifies the files without reading them completely: from their sizes and last bytes, where
  // Parquet describes their content.
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
  std::int64_t epoch_ = 0, window_ = 0;  // of the next window
  // The next window, read ahead: an epoch ends when there is none.
  std::vector<std::uint32_t> ahead_;
  bool has_ahead_ = false, has_looked_ = false;
};

}  // namespace trainyard
