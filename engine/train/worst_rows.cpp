// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/worst_rows.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/contract/json.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {

namespace {

constexpr std::size_t max_rows = 50;
// The line of an event has to fit into one write to the agent's FIFO, so longer texts are shown
// only where rows are few.
constexpr std::size_t max_line_bytes = 4000;
constexpr std::size_t text_lengths[] = {300, 200, 120, 80, 50, 30};
constexpr std::size_t max_label_bytes = 40;

// A row of the table, which begins with the smallest `order`.
struct WrongRow {
  std::int64_t example = 0;
  double order = 0;
  Value label, predicted, measure;
};

std::string label_of(const Predictions& predictions, std::int64_t label) {
  const auto at = static_cast<std::size_t>(label);
  if (at >= predictions.labels.size()) return std::to_string(label);
  return std::string(utf8_prefix(predictions.labels[at], max_label_bytes));
}

double rounded(double number) { return std::round(number * 1e4) / 1e4; }

float number_or_zero(float value) { return std::isfinite(value) ? value : 0; }

std::vector<WrongRow> with_one_label(const Predictions& predictions) {
  const at::Tensor probabilities = predictions.probabilities.contiguous(),
                   targets = predictions.targets.contiguous();
  const std::int64_t num_labels = probabilities.size(1);
  std::vector<WrongRow> wrong;
  for (std::int64_t row = 0; row < probabilities.size(0); ++row) {
    const float* given = probabilities.const_data_ptr<float>() + row * num_labels;
    const std::int64_t target = targets.const_data_ptr<std::int64_t>()[row];
    const std::int64_t predicted = std::max_element(given, given + num_labels) - given;
    if (predicted != target && target >= 0 && target < num_labels)
      wrong.push_back({row, number_or_zero(given[target]), label_of(predictions, target),
                       label_of(predictions, predicted),
                       rounded(number_or_zero(given[predicted]))});
  }
  return wrong;
}

std::vector<WrongRow> with_several_labels(const Predictions& predictions) {
  const at::Tensor probabilities = predictions.probabilities.contiguous(),
                   targets = predictions.targets.contiguous();
  const std::int64_t num_labels = probabilities.size(1);
  const auto names = [&](const float* values) {
    std::string all;
    for (std::int64_t label = 0; label < num_labels && all.size() < max_label_bytes; ++label)
      if (values[label] > 0.5F) all += (all.empty() ? "" : ", ") + label_of(predictions, label);
    return all;
  };
  std::vector<WrongRow> wrong;
  for (std::int64_t row = 0; row < probabilities.size(0); ++row) {
    const float* given = probabilities.const_data_ptr<float>() + row * num_labels;
    const float* target = targets.const_data_ptr<float>() + row * num_labels;
    std::int64_t num_wrong = 0;
    double error = 0;
    for (std::int64_t label = 0; label < num_labels; ++label) {
      num_wrong += (given[label] > 0.5F) != (target[label] > 0.5F) ? 1 : 0;
      error += std::abs(number_or_zero(given[label]) - target[label]);
    }
    if (num_wrong > 0) wrong.push_back({row, -error, names(target), names(given), num_wrong});
  }
  return wrong;
}

std::vector<WrongRow> with_numbers(const Predictions& predictions) {
  const at::Tensor given = predictions.probabilities.reshape({-1}).contiguous(),
                   targets = predictions.targets.reshape({-1}).contiguous();
  std::vector<WrongRow> wrong;
  for (std::int64_t row = 0; row < given.size(0); ++row) {
    const double number = number_or_zero(given.const_data_ptr<float>()[row]);
    const double target = targets.const_data_ptr<float>()[row];
    wrong.push_back({row, -std::abs(number - target), rounded(target), rounded(number),
                     rounded(number - target)});
  }
  return wrong;
}

// How rows with this kind of labels are ranked.
struct Ranking {
  std::vector<WrongRow> (*rows)(const Predictions&);
  const char* measure;  // the name of its column
  const char* caption;
};

Ranking ranking_of(ProblemType problem) {
  if (problem == ProblemType::multi_label_classification)
    return {with_several_labels, "wrong labels", "wrong"};
  if (problem == ProblemType::regression) return {with_numbers, "error", "by their error"};
  return {with_one_label, "probability", "wrong"};
}

}  // namespace

std::string WorstRows::text_of(const Dataset& dataset, std::int64_t example) {
  if (!has_looked_) {
    has_looked_ = true;
    if (auto read = Tokenizer::read(data_.folder)) tokenizer_ = std::move(*read);
  }
  if (!tokenizer_) return {};
  const auto rows = dataset.rows({example});
  if (!rows || rows->num_rows == 0) return {};
  const std::size_t before = tokenizer_->ids_before().size(),
                    after = tokenizer_->ids_after().size(),
                    length = static_cast<std::size_t>(rows->length_of(0));
  if (length <= before + after) return {};
  const auto begin = rows->input_ids.begin();
  const std::vector<std::uint32_t> ids(begin + static_cast<std::ptrdiff_t>(before),
                                       begin + static_cast<std::ptrdiff_t>(length - after));
  return tokenizer_->decode(ids);
}

std::optional<SampleEvent> WorstRows::table(const Predictions& predictions, const Dataset& dataset,
                                            std::int64_t step) {
  if (!predictions.probabilities.defined()) return std::nullopt;
  const Ranking ranking = ranking_of(predictions.problem);
  std::vector<WrongRow> wrong = ranking.rows(predictions);
  if (wrong.empty()) return std::nullopt;
  const std::size_t num_wrong = wrong.size(), num_shown = std::min(num_wrong, max_rows);
  std::partial_sort(wrong.begin(), wrong.begin() + static_cast<std::ptrdiff_t>(num_shown),
                    wrong.end(), [](const WrongRow& a, const WrongRow& b) {
                      return a.order != b.order ? a.order < b.order : a.example < b.example;
                    });
  wrong.resize(num_shown);
  std::vector<std::string> texts;
  for (const WrongRow& row : wrong) texts.push_back(text_of(dataset, row.example));
  SampleEvent sample{"eval/worst", SampleKind::table, step, {}, {}, false};
  sample.caption = std::string(ranking.caption) + ": " + std::to_string(num_wrong) + " of " +
                   std::to_string(predictions.probabilities.size(0));
  const List columns{"row", "text", "label", "predicted", ranking.measure};
  const auto fits = [&](std::size_t text_bytes) {
    List rows;
    for (std::size_t i = 0; i < wrong.size(); ++i)
      rows.push_back(List{wrong[i].example, std::string(utf8_prefix(texts[i], text_bytes)),
                          wrong[i].label, wrong[i].predicted, wrong[i].measure});
    sample.content = to_json(Map{{"columns", columns}, {"rows", std::move(rows)}});
    sample.is_cut = wrong.size() < num_wrong;
    return to_line(Event{0, -1, sample}).size() <= max_line_bytes;
  };
  for (const std::size_t length : text_lengths)
    if (fits(length)) return sample;
  while (wrong.size() > 1) {
    wrong.pop_back();
    if (fits(std::end(text_lengths)[-1])) return sample;
  }
  return std::nullopt;
}

}  // namespace trainyard
