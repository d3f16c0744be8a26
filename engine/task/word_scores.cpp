// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/word_scores.h"

#include <algorithm>

namespace trainyard {

namespace {

// The end of each row's words.
std::vector<std::int64_t> word_ends(std::span<const double> words_of_row) {
  std::vector<std::int64_t> ends;
  std::int64_t end = 0;
  for (const double words : words_of_row) ends.push_back(end += static_cast<std::int64_t>(words));
  return ends;
}

}  // namespace

void WordScores::add(std::int64_t row, std::span<const float> probabilities,
                     std::span<const std::int64_t> labels) {
  words_of_row_[static_cast<std::size_t>(row)] = static_cast<double>(labels.size());
  num_kept_ += std::ssize(probabilities) + std::ssize(labels);
  if (num_kept_ > kMaxNumbers)
    return rows_.clear();  // then all words together are too many as
                           // well
  rows_.push_back(
      {row, {probabilities.begin(), probabilities.end()}, {labels.begin(), labels.end()}});
}

std::vector<double> WordScores::values(std::span<const double> words_of_row) const {
  const std::vector<std::int64_t> ends = word_ends(words_of_row);
  const std::int64_t width = num_labels_ + 1;
  if (ends.empty() || ends.back() > kMaxNumbers / width) return {};
  std::vector<double> all(static_cast<std::size_t>(ends.back() * width));
  for (const Row& row : rows_) {
    const std::int64_t words = std::ssize(row.labels);
    auto place = all.begin() + (ends[static_cast<std::size_t>(row.row)] - words) * width;
    for (std::int64_t word = 0; word < words; ++word) {
      place = std::copy_n(row.probabilities.begin() + word * num_labels_, num_labels_, place);
      *place++ = static_cast<double>(row.labels[static_cast<std::size_t>(word)]);
    }
  }
  return all;
}

void WordScores::fill(std::span<const double> words_of_row, std::span<const double> values,
                      Predictions& predictions) const {
  if (values.empty()) return;
  const std::vector<std::int64_t> ends = word_ends(words_of_row);
  const at::Tensor words = at::from_blob(const_cast<double*>(values.data()),
                                         {ends.back(), num_labels_ + 1}, at::kDouble);
  predictions.word_probabilities = words.narrow(1, 0, num_labels_).to(at::kFloat).contiguous();
  predictions.word_targets = words.select(1, num_labels_).to(at::kLong).contiguous();
  predictions.word_row_ends = at::tensor(ends, at::kLong);
}

}  // namespace trainyard
