// SPDX-License-Identifier: GPL-3.0-or-later
// Rows for classifying timelines: tokens and an outcome, as fine_tune_model.py of bbj-lab/fms-ehrs
// reads them, in two passes over the file, so that only labels are in memory.
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
  std::string outcome;  // a column of booleans or integers, the classes
  // Without the rows whose `<outcome>_24h` is true: who had the outcome before the prediction.
  bool drop_outcome_of_24h = false;
  // Rows in the order of Dataset.shuffle(seed): default_rng(seed).permutation.
  std::optional<std::uint64_t> shuffle_seed;
  // The first part of those rows, floor(fraction * rows); in (0, 1].
  double fraction = 1;
  std::uint32_t padding_id = 0;
};

struct ClassificationRow {
  std::int64_t row = 0;    // among those of all files
  std::int64_t place = 0;  // in the order of the settings
  std::int64_t label = 0;
  // The column's tokens, and how many there are before the first PAD; all of them when there is
  // none or the row begins with one (as the original's argmax has it).
  std::span<const std::uint32_t> tokens;
  std::int64_t length = 0;
};

// Move-only.
class ClassificationReader {
 public:
  // Errors: those of TimelineReader::open; "timelines.not_outcome", "timelines.label",
  // "parquet.null"; "timelines.no_rows" when none is left; "timelines.fraction".
  static Result<ClassificationReader> open(ClassificationSettings settings);

  std::int64_t num_rows() const { return num_kept_; }
  std::int64_t num_classes() const {
    return num_classes_;
  }  // the largest label and one, at least 2

  // The next row that is kept, in the order of the files; valid until the next call. False after
  // the last. Errors: those of TimelineReader::next.
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
  std::vector<std::int64_t> places_;  // of all rows; -1: left out
  std::int64_t num_kept_ = 0, num_classes_ = 2;
  std::int64_t row_ = 0;  // the next one
  Timeline timeline_;
};

// How many of the first tokens of a row are used in an epoch when rows are cut at random: 1 to
// length - 1 with equal chances, a pure function of its arguments (the original draws from the
// process's generator). A row of one token, or one that has no PAD (length == width), stays whole:
// the original cuts only rows that have some.
std::int64_t truncated_length(std::uint64_t key, std::int64_t length, std::int64_t width);

// tokens[:length] at the end of `out`, whose size is at least length, PAD before them.
void pad_left(std::span<const std::uint32_t> tokens, std::int64_t length, std::uint32_t padding_id,
              std::span<std::uint32_t> out);

}  // namespace trainyard
