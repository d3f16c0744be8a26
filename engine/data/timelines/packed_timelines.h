// SPDX-License-Identifier: GPL-3.0-or-later
// Timelines packed for pre-training: repeated, shuffled, each followed by a random number of PAD,
// concatenated and cut into windows, which timelines may cross; the remainder at the end is
// dropped. If not packed, each is a window of its own length, without PAD after it. The windows are
// the same as those made with `datasets`, numpy and torch (fms_ehrs/framework/dataset.py of
// bbj-lab/fms-ehrs, with epochs that do repeat), in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/data/random/torch_generator.h"
#include "engine/data/streams/buffer_shuffle.h"
#include "engine/data/timelines/timeline_reader.h"

namespace trainyard {

struct PackingSettings {
  TimelineFiles files;
  bool is_packed = true;
  std::int64_t window_length = 1024;       // at least 1; if not packed, the maximum length of a row
  std::int64_t num_epochs = 1;             // of all rows, at least 1
  std::optional<ShuffleSettings> shuffle;  // across epochs
  // The mean number of PAD after a timeline; 0: none. Drawn with torch's generator. (The original
  // stores that number in a byte if its ids are bytes; here it does not overflow.)
  double padding_rate = 0;
  std::uint64_t padding_seed = 42;
  std::uint32_t padding_id = 0;
};

// Move-only, but not while it is being read. Not thread-safe.
class PackedTimelines {
 public:
  // Errors: those of TimelineReader::open; "timelines.settings" for an invalid number.
  static Result<PackedTimelines> open(PackingSettings settings);

  std::int64_t num_rows() const { return state_->reader.num_rows(); }  // per epoch

  // Reads the next window; false after the last. Errors: those of TimelineReader::next;
  // "timelines.no_tokens" and, for rows that are not packed, "timelines.row_too_long".
  Result<bool> next(std::vector<std::uint32_t>& window);

  // The position where next() continues, for seek() of another object with the same settings and
  // files. The first next() after seek() reads everything before it again.
  Map position() const;
  // False if it is not a position of these rows and windows.
  bool seek(const Map& position);

  // Starts all epochs again from the first window; if shuffled, in a different order, that of
  // ShuffleSettings::epoch.
  void begin_again(std::uint64_t epoch);

  // The number of timelines that windows so far contain tokens of, and the total over all epochs.
  std::int64_t num_timelines_begun() const { return num_begun_; }
  std::int64_t num_timelines() const { return num_rows() * settings_.num_epochs; }

 private:
  // State with a stable address, since the shuffle calls back into it.
  struct State {
    State(TimelineReader opened, std::int64_t longest)
        : reader(std::move(opened)), longest_row(longest) {}
    Result<bool> next_row(Timeline& row);
    Result<void> check(const Timeline& row) const;

    TimelineReader reader;
    std::int64_t longest_row;      // 0: unlimited
    std::int64_t epochs_left = 0;  // after the current one
    std::optional<BufferShuffle> shuffle;
  };

  PackedTimelines(PackingSettings settings, TimelineReader reader)
      : settings_(std::move(settings)),
        state_(std::make_unique<State>(std::move(reader),
                                       settings_.is_packed ? 0 : settings_.window_length)),
        padding_(settings_.padding_seed) {}
  Result<void> restart();
  Result<bool> build(std::vector<std::uint32_t>& window);
  Result<bool> build_packed(std::vector<std::uint32_t>& window);
  Result<bool> next_timeline();

  PackingSettings settings_;
  std::unique_ptr<State> state_;
  TorchGenerator padding_;
  Timeline timeline_;             // the one in which the last window ended
  std::size_t used_ = 0;          // tokens of it
  std::size_t padding_left_ = 0;  // after it
  std::int64_t num_begun_ = 0;    // timelines so far
  std::int64_t num_built_ = 0;    // windows so far
  bool must_restart_ = false;
  std::int64_t wanted_ = 0;  // number of windows before the next one
};

// Passes each window to `sink` and returns their number. Errors: also those of `sink`.
Result<std::int64_t> pack_all(
    PackedTimelines& timelines,
    const std::function<Result<void>(std::span<const std::uint32_t>)>& sink);

}  // namespace trainyard
