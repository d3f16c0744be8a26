// SPDX-License-Identifier: GPL-3.0-or-later
// labelled_rows: reads lines of JSON from stdin, each a list of texts:
//   [TOKENIZER, KIND, TEXT_COLUMN, TEXT_PAIR_COLUMN, LABEL_COLUMN, LENGTH, FILE, VALIDATION]
// Prepares FILE and VALIDATION (empty: none) as rows of KIND (single_label, ...; an empty pair
// column: none) in a folder of its own and prints one JSON line with the labels' names, then a line
// for each five rows of each split as training reads them, then an empty line. What
// labelled_rows_test.py compares with transformers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine/contract/json.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;

namespace {

constexpr std::int64_t rows_of_a_batch = 5;

template <class T>
Value list_of(const std::vector<T>& values) {
  return List(values.begin(), values.end());
}

template <class T>
T value_or_exit(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(static_cast<int>(result.error().exit_code));
}

void print(const Map& line) { std::printf("%s\n", to_json(Value(line)).c_str()); }

void print_rows(const PreparedData& data, const PreparedSplit& split) {
  const auto dataset = value_or_exit(data.open_rows(split));
  for (std::int64_t first = 0; first < dataset.num_examples(); first += rows_of_a_batch) {
    std::vector<std::int64_t> indices;
    for (std::int64_t row = first; row < std::min(first + rows_of_a_batch, dataset.num_examples());
         ++row)
      indices.push_back(row);
    const MicroBatch rows = value_or_exit(dataset.rows(indices));
    print({{"length", rows.length},
           {"input_ids", list_of(rows.input_ids)},
           {"token_types", list_of(rows.token_types)},
           {"row_lengths", list_of(rows.row_lengths)},
           {"labels", list_of(rows.labels)},
           {"row_labels", list_of(rows.row_labels)}});
  }
}

void run(const std::vector<std::string>& arguments) {
  LabelledTextSettings settings;
  settings.tokenizer = arguments.at(0);
  for (const auto& [kind, name] : Names<RowKind>::all)
    if (name == arguments.at(1)) settings.rows = kind;
  settings.data.text_column = arguments.at(2);
  if (!arguments.at(3).empty()) settings.data.text_pair_column = arguments.at(3);
  settings.data.label_column = arguments.at(4);
  settings.data.sequence_length = std::atoll(arguments.at(5).c_str());
  settings.sources.train = {arguments.at(6)};
  if (!arguments.at(7).empty()) settings.sources.validation = {arguments.at(7)};
  settings.sources.validation_split_ratio = 0;

  const TemporaryFolder scratch;
  const auto on_progress = [](std::string_view, double, double) { return true; };
  value_or_exit(prepare_labelled(settings, scratch / "prepared", on_progress));
  const auto data = value_or_exit(read_prepared(scratch / "prepared"));
  print({{"labels", list_of(data.labels)}});
  print_rows(data, data.train);
  if (data.validation.exists()) print_rows(data, data.validation);
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> arguments;
    const Value parsed = value_or_exit(parse_json(line));
    for (const Value& text : *parsed.get_if<List>())
      arguments.push_back(*text.get_if<std::string>());
    run(arguments);
    std::printf("\n");
    std::fflush(stdout);
  }
}
