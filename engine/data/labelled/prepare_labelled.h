// SPDX-License-Identifier: GPL-3.0-or-later
// From labelled texts (CSV, JSON, CoNLL) to prepared data: records read, labels numbered, texts
// encoded, splits written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// The sources' endings say how they are read: .csv and .tsv, .json and .jsonl; for words
// .json, .jsonl, .conll and .txt (the headers of CsvReader, JsonReader and ConllReader).
struct LabelledTextSettings : TextSources {
  std::optional<std::filesystem::path> tokenizer;  // file or folder; none is an error
  RowKind rows = RowKind::single_label;            // any but blocks
  std::string text_column = "text";                // a text, or a list of words
  bool first_column_otherwise = false;             // where there is no text_column
  std::optional<std::string> text_pair_column;     // of single_label, multi_label and regression
  std::string label_column = "label";              // read where there are labels
  // In the order of the model's outputs. None: those of the records of `train`, held out ones too,
  // sorted (as numbers when all are integers). Not used for regression.
  std::vector<std::string> labels;
  // Of a classifier that is gone on from, in its order: taken where `labels` is empty and the
  // records have none but these.
  std::vector<std::string> model_labels;
  // Most tokens of a row, special tokens too; longer ones are cut as transformers' truncation=True
  // does ("longest_first", on the right).
  std::int64_t sequence_length = 256;
  int num_threads = 1;
};

// Everything that is wrong with the sources (the first 256 MiB of each, so that it takes seconds)
// and the tokenizer, without preparing anything. Labels are held against settings.labels, or those
// of the part of `train` that was seen.
std::vector<Error> check_labelled_sources(const LabelledTextSettings& settings);

// As prepare_text. Errors name file, line and column (exit code 2).
Result<PreparedData> prepare_labelled(const LabelledTextSettings& settings,
                                      const std::filesystem::path& folder,
                                      const PrepareProgress& progress);

// The same through the cache, as prepare_text_cached.
Result<PreparedData> prepare_labelled_cached(const LabelledTextSettings& settings,
                                             const PrepareProgress& progress);

// What the result depends on: source_key() and the settings.
Result<Map> labelled_key(const LabelledTextSettings& settings, const PrepareProgress& progress);

}  // namespace trainyard
