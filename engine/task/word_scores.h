// SPDX-License-Identifier: GPL-3.0-or-later
// What a model said of words that have labels, kept until all ranks are done.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/task/judgement.h"

namespace trainyard {

class WordScores {
 public:
  // Above so many numbers, of all words together, nothing is kept: files that nobody reads, of much
  // memory (8 bytes each on every rank).
  static constexpr std::int64_t kMostNumbers = std::int64_t{1} << 24;

  WordScores(std::int64_t num_rows, std::int64_t num_labels)
      : num_labels_(num_labels), words_of_row_(static_cast<std::size_t>(num_rows)) {}

  // The words of row `row`: (w, L) probabilities, one row after the other, and (w) labels.
  void add(std::int64_t row, std::span<const float> probabilities,
           std::span<const std::int64_t> labels);

  // How many words each row has: zero but for the rows that were added, so that those of several
  // ranks can be summed.
  const std::vector<double>& words_of_row() const { return words_of_row_; }
  // Given the sums of all ranks: L + 1 numbers a word, its probabilities and its label, in the
  // order of the rows; zero but for words of rows that were added. Empty where they are too many.
  std::vector<double> values(std::span<const double> words_of_row) const;

  // Of the sums of all ranks into the members of a judgement; nothing where they are empty.
  void judge(std::span<const double> words_of_row, std::span<const double> values,
             Judgement& judged) const;

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
