// SPDX-License-Identifier: GPL-3.0-or-later
// From labelled texts (CSV, JSON, CoNLL) to prepared data: records read, labels numbered, texts
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

// The sources' endings say how they are read: .csv and .tsv, .json and .jsonl; for words
// .json, .jsonl, .conll and .txt (the headers of CsvReader, JsonReader and ConllReader).
struct LabelledTextSettings {
  TextSources sources;
  // Its sequence_length is the most tokens of a row, special tokens too; longer ones are cut as
  // transformers' truncation=True does ("longest_first", on the right).
  DataSection data;
  // Its labels are in the order of the model's outputs. None: those of the records of training,
  // held out ones too, sorted (as numbers when all are integers). Not used for regression.
  TaskSection task;
  RowKind rows = RowKind::single_label;            // any but blocks
  bool first_column_otherwise = false;             // where there is no data.text_column
  std::optional<std::filesystem::path> tokenizer;  // file or folder; none is an error
  // Of a classifier that is gone on from, in its order: taken where task.labels is empty and the
  // records have none but these.
  std::vector<std::string> model_labels;
  int num_threads = 1;
};

// Everything that is wrong with the sources (the first 256 MiB of each, so that it takes seconds)
// and the tokenizer, without preparing anything. Labels are held against task.labels, or those
// of the part of `train` that was seen.
std::vector<Error> check_labelled_sources(const LabelledTextSettings& settings);

// As prepare_text. Errors name file, line and column (exit code 2).
Result<PreparedData> prepare_labelled(const LabelledTextSettings& settings,
                                      const std::filesystem::path& folder,
                                      const PrepareProgress& progress);

// What the result depends on: source_key() and all fields of `data` and `task` that change numbers,
// but those that nothing of it is made by.
Result<Map> labelled_key(const LabelledTextSettings& settings, const PrepareProgress& progress);
FieldNames fields_without_use(const LabelledTextSettings& settings);

}  // namespace trainyard
