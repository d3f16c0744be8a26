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

struct WrongRow {
  std::int64_t example = 0, target = 0, predicted = 0;
  float probability = 0;         // of the label that was predicted
  float target_probability = 0;  // of the right one
};

float number_or_zero(float value) { return std::isfinite(value) ? value : 0; }

std::vector<WrongRow> wrong_rows(const Predictions& predictions) {
  const at::Tensor probabilities = predictions.probabilities.contiguous(),
                   targets = predictions.targets.contiguous();
  const std::int64_t num_labels = probabilities.size(1);
  std::vector<WrongRow> wrong;
  for (std::int64_t row = 0; row < probabilities.size(0); ++row) {
    const float* given = probabilities.const_data_ptr<float>() + row * num_labels;
    const std::int64_t target = targets.const_data_ptr<std::int64_t>()[row];
    const std::int64_t predicted = std::max_element(given, given + num_labels) - given;
    if (predicted != target && target >= 0 && target < num_labels)
      wrong.push_back({row, target, predicted, number_or_zero(given[predicted]),
                       number_or_zero(given[target])});
  }
  return wrong;
}

std::string label_of(const Predictions& predictions, std::int64_t label) {
  const auto at = static_cast<std::size_t>(label);
  if (at >= predictions.labels.size()) return std::to_string(label);
  return std::string(utf8_prefix(predictions.labels[at], max_label_bytes));
}

double rounded(float probability) { return std::round(probability * 1e4) / 1e4; }

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
  if (predictions.problem != ProblemType::single_label_classification ||
      !predictions.probabilities.defined())
    return std::nullopt;
  std::vector<WrongRow> wrong = wrong_rows(predictions);
  if (wrong.empty()) return std::nullopt;
  const std::size_t num_wrong = wrong.size(), num_shown = std::min(num_wrong, max_rows);
  std::partial_sort(wrong.begin(), wrong.begin() + static_cast<std::ptrdiff_t>(num_shown),
                    wrong.end(), [](const WrongRow& a, const WrongRow& b) {
                      return a.target_probability != b.target_probability
                                 ? a.target_probability < b.target_probability
                                 : a.example < b.example;
                    });
  wrong.resize(num_shown);
  std::vector<std::string> texts;
  for (const WrongRow& row : wrong) texts.push_back(text_of(dataset, row.example));
  SampleEvent sample{"eval/worst", SampleKind::table, step, {}, {}, false};
  sample.caption = "wrong: " + std::to_string(num_wrong) + " of " +
                   std::to_string(predictions.probabilities.size(0));
  const List columns{"row", "text", "label", "predicted", "probability"};
  const auto fits = [&](std::size_t text_bytes) {
    List rows;
    for (std::size_t i = 0; i < wrong.size(); ++i)
      rows.push_back(List{wrong[i].example, std::string(utf8_prefix(texts[i], text_bytes)),
                          label_of(predictions, wrong[i].target),
                          label_of(predictions, wrong[i].predicted),
                          rounded(wrong[i].probability)});
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
