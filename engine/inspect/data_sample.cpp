// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/data_sample.h"

#include <algorithm>

namespace trainyard {

namespace {

// One row: the model's input, and the target of each position (-100: none), which is the next
// token's id, the masked token's or the label's.
struct LearnedRow {
  std::vector<std::int64_t> seen, targets;
};

std::vector<std::int64_t> to_vector(const at::Tensor& values) {
  const at::Tensor flat = values.contiguous().view(-1);
  const auto* first = flat.const_data_ptr<std::int64_t>();
  return {first, first + flat.numel()};
}

LearnedRow learned_row(const InspectedData& data, const MicroBatch& row) {
  LearnedRow learned{row.input_ids, std::vector<std::int64_t>(row.input_ids.size(), kIgnoreIndex)};
  if (!data.task() || !learns_tokens(data.data().rows)) return learned;
  const Batch batch = data.task()->batch(row, at::kCPU);
  learned.seen = to_vector(batch.input_ids);
  const std::vector<std::int64_t> targets = to_vector(batch.targets);
  if (!batch.target_positions.defined()) {
    learned.targets = targets;
    return learned;
  }
  const std::vector<std::int64_t> places = to_vector(batch.target_positions);
  for (std::size_t i = 0; i < places.size(); ++i)
    learned.targets[static_cast<std::size_t>(places[i])] = targets[i];
  return learned;
}

void mark_targets(const InspectedData& data, const LearnedRow& row,
                  std::vector<SampleToken>& tokens) {
  const bool is_next = is_language(data.data().rows) && !data.hides_tokens();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    SampleToken& token = tokens[i];
    if (is_next) {  // a position predicts the token after it
      token.is_learned = i > 0 && row.targets[i - 1] != kIgnoreIndex;
      continue;
    }
    if (row.targets[i] == kIgnoreIndex) continue;
    token.is_learned = true;
    if (data.hides_tokens()) {
      token.hidden = {row.targets[i], data.texts().text(row.targets[i])};
    } else if (const auto label = static_cast<std::size_t>(row.targets[i]);
               label < data.data().labels.size()) {
      token.label = data.data().labels[label];
    }
  }
}

// Packs store their documents; in a window, a document ends where a text does.
std::vector<std::int64_t> document_numbers(const InspectedData& data, const MicroBatch& row) {
  std::vector<std::int64_t> numbers(row.input_ids.size(), 0);
  std::int64_t document = 0;
  if (!row.document_ends.empty()) {
    std::size_t begin = 0;
    for (const std::int32_t end : row.document_ends) {
      std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(begin), numbers.begin() + end,
                document++);
      begin = static_cast<std::size_t>(end);
    }
    return numbers;
  }
  if (data.data().rows != RowKind::blocks) return numbers;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (data.texts().is_border(row.input_ids[i - 1], row.input_ids[i])) ++document;
    numbers[i] = document;
  }
  return numbers;
}

}  // namespace

Value row_label(const PreparedData& data, const std::vector<double>& labels) {
  if (labels.empty()) return {};
  if (data.rows == RowKind::regression) return labels.front();
  const auto name = [&](std::size_t index) {
    return index < data.labels.size() ? Value(data.labels[index]) : Value();
  };
  if (data.rows == RowKind::single_label) return name(static_cast<std::size_t>(labels.front()));
  List names;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != 0) names.push_back(name(i));
  return names;
}

Result<DataSample> make_sample(const InspectedData& data, const InspectedSplit& split,
                               std::int64_t index, std::int64_t max_tokens) {
  TRY(const MicroBatch row, data.rows(split, {index}));
  DataSample sample{
      split.name, index, row.length_of(0), row_label(data.data(), row.row_labels), {}};
  const LearnedRow learned = learned_row(data, row);
  const std::vector<std::int64_t> documents = document_numbers(data, row);
  sample.tokens.resize(static_cast<std::size_t>(std::min(sample.length, max_tokens)));
  const auto texts = data.texts().strings(std::span(learned.seen).first(sample.tokens.size()));
  const bool has_documents = !documents.empty() && documents.back() > 0;
  for (std::size_t i = 0; i < sample.tokens.size(); ++i) {
    SampleToken& token = sample.tokens[i];
    token.id = learned.seen[i];
    token.text = texts[i];
    if (has_documents) token.document = documents[i];
  }
  mark_targets(data, learned, sample.tokens);
  return sample;
}

}  // namespace trainyard
