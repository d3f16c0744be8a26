// SPDX-License-Identifier: GPL-3.0-or-later
// Rows for classifying timelines: tokens and an outcome, as read by fine_tune_model.py of
// bbj-lab/fms-ehrs, in two passes over the file, so that only labels are in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/timelines/timeline_reader.h"

namespace trainyard {

struct ClassificationSettings {
  TimelineFiles files;  // the column "padded" or "tokens"
  std::string outcome;  // a column of booleans or integers, the class
  // Drops rows whose `<outcome>_24h` is true: the outcome occurred before the prediction.
  bool drop_outcome_of_24h = false;
  // Reorders rows like Dataset.shuffle(seed): default_rng(seed).permutation.
  std::optional<std::uint64_t> shuffle_seed;
  // Keeps the first part of those rows, floor(fraction * rows); in (0, 1].
  double fraction = 1;
  std::uint32_t padding_id = 0;
};

struct ClassificationRow {
  std::int64_t row = 0;    // among those of all files
  std::int64_t place = 0;  // in the resulting order
  std::int64_t label = 0;
  // The column's tokens, and how many there are before the first PAD; all of them if there is none
  // or the row starts with one (as the original's argmax does).
  std::span<const std::uint32_t> tokens;
  std::int64_t length = 0;
};

// Move-only.
class ClassificationReader {
 public:
  // Errors: those of TimelineReader::open; "timelines.not_outcome", "timelines.label",
  // "parquet.null"; "timelines.no_rows" if none are left; "timelines.fraction".
  static Result<ClassificationReader> open(ClassificationSettings settings);

  std::int64_t num_rows() const { return num_kept_; }
  std::int64_t num_classes() const {
    return num_classes_;
  }  // the largest label plus one, at least 2

  // Reads the next row that is kept, in file order; valid until the next call. False after the
  // last. Errors: those of TimelineReader::next.
  Result<bool> next(ClassificationRow& row);

 private:
  ClassificationReader(ClassificationSettings settings, TimelineReader reader)
      : settings_(std::move(settings)), reader_(std::move(reader)) {}
  Result<void> read_labels();
  Result<void> read_labels_of(const std::filesystem::path& path);
  Result<void> choose();

  ClassificationSettings settings_;
  TimelineReader reader_;
  std::vector<std::int32_t> labels_;  // of all rows
  std::vector<std::int64_t> places_;  // of all rows; -1: dropped
  std::int64_t num_kept_ = 0, num_classes_ = 2;
  std::int64_t row_ = 0;  // the next row
  Timeline timeline_;
};

// How many of the first tokens of a row are used in an epoch when rows are truncated at random:
// uniformly from 1 to length - 1, a pure function of its arguments (the original draws from the
// process's generator). A row of one token, or one without PAD (length == width), is not truncated:
// the original only truncates rows that have padding.
std::int64_t truncated_length(std::uint64_t key, std::int64_t length, std::int64_t width);

// Writes tokens[:length] to the end of `out`, whose size is at least length, with PAD before them.
void pad_left(std::span<const std::uint32_t> tokens, std::int64_t length, std::uint32_t padding_id,
              std::span<std::uint32_t> out);

}  // namespace trainyard
