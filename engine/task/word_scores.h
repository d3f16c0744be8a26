// SPDX-License-Identifier: GPL-3.0-or-later
// A model's outputs for labelled words, kept until all ranks are done.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/task/predictions.h"

namespace trainyard {

class WordScores {
 public:
  // Nothing is kept if all words together have more numbers than this: the files would be too large
  // to be useful and take much memory (8 bytes each on every rank).
  static constexpr std::int64_t kMaxNumbers = std::int64_t{1} << 24;

  WordScores(std::int64_t num_rows, std::int64_t num_labels)
      : num_labels_(num_labels), words_of_row_(static_cast<std::size_t>(num_rows)) {}

  // Adds the words of row `row`: (w, L) probabilities, row by row, and (w) labels.
  void add(std::int64_t row, std::span<const float> probabilities,
           std::span<const std::int64_t> labels);

  // The number of words in each row: zero except for the rows that were added, so that those of
  // several ranks can be summed.
  const std::vector<double>& words_of_row() const { return words_of_row_; }
  // Given the sums of all ranks: L + 1 numbers per word, its probabilities and its label, in the
  // order of the rows; zero except for words of rows that were added. Empty if there are too many.
  std::vector<double> values(std::span<const double> words_of_row) const;

  // Copies the sums of all ranks into the members of `predictions`; does nothing if they are empty.
  void fill(std::span<const double> words_of_row, std::span<const double> values,
            Predictions& predictions) const;

 private:
  struct Row {
    std::int64_t row;
    std::vector<float> probabilities;
    std::vector<std::int64_t> labels;
  };
  std::int64_t num_labels_;
  std::int64_t num_kept_ = 0;  // numbers
  std::vector<double> words_of_row_;
  std::vector<Row> rows_;
};

}  // namespace trainyard
