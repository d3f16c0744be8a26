// SPDX-License-Identifier: GPL-3.0-or-later
// From labelled texts (CSV, JSON, CoNLL) to prepared data: records read, labels indexed, texts
// encoded, splits written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/task.h"
#include "engine/contract/result.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// File extensions determine how sources are read: .csv and .tsv, .json and .jsonl; for words .json,
// .jsonl, .conll and .txt (see CsvParser, JsonParser and ConllParser).
struct LabelledTextSettings {
  TextSources sources;
  // Its sequence_length is the maximum tokens of a row, including special tokens; longer rows are
  // truncated like transformers' truncation=True ("longest_first", on the tokenizer's
  // truncation_side).
  DataSection data;
  // Its labels are in the order of the model's outputs. If empty, they are those of the training
  // records, including held-out ones, sorted (numerically if all are integers). Not used for
  // regression.
  TaskSection task;
  RowKind rows = RowKind::single_label;            // any except blocks
  bool first_column_otherwise = false;             // if there is no data.text_column
  std::optional<std::filesystem::path> tokenizer;  // file or folder; required
  // The labels of the classifier that training starts from, in its order: used if task.labels is
  // empty and the records have no others.
  std::vector<std::string> model_labels;
  int num_threads = 1;
};

// Returns everything that is wrong with the sources (the first 256 MiB of each, so that it takes
// seconds) and the tokenizer, without preparing anything. Labels are checked against task.labels,
// or those in the part of `train` that was read.
std::vector<Error> check_labelled_sources(const LabelledTextSettings& settings);

// Like prepare_text. Errors name file, line and column (exit code 2).
Result<PreparedData> prepare_labelled(const LabelledTextSettings& settings,
                                      const std::filesystem::path& folder,
                                      const PrepareProgress& progress);

// Returns what the result depends on: source_key(), and all fields of `data` and `task` that affect
// results, except those that are not used here.
Result<Map> labelled_key(const LabelledTextSettings& settings, const PrepareProgress& progress);
FieldNames fields_without_use(const LabelledTextSettings& settings);

}  // namespace trainyard
