// SPDX-License-Identifier: GPL-3.0-or-later
// Data as training would read it, for inspection: a document's, through the cache or only its first
// records, or a prepared folder's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/data/dataset.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/inspect/excerpt_folder.h"
#include "engine/inspect/token_texts.h"
#include "engine/task/task.h"

namespace trainyard {

struct InspectRequest {
  std::filesystem::path data;  // a document, or a folder written by `engine prepare`
  std::vector<std::string> overrides;
  // Only the first records of each split (for prepared data: examples); nothing is kept.
  std::optional<std::int64_t> max_records;
  // For a folder of blocks without a document.
  std::int64_t sequence_length = 256;
};

struct InspectedSplit {
  std::string name;  // "train", "validation"
  std::unique_ptr<const Dataset> examples;
  std::uint64_t seed = 0;  // for row keys: those of training's first epoch, or of any evaluation
};

class InspectedData {
 public:
  // Errors: those of documents, of preparing and of prepared folders; "inspect.command".
  static Result<InspectedData> open(const InspectRequest& request, const PrepareProgress& progress);

  // For a folder: one that could have created it.
  const Experiment& experiment() const { return experiment_; }
  const PreparedData& data() const { return data_; }
  const TokenTexts& texts() const { return *texts_; }
  const std::vector<InspectedSplit>& splits() const { return splits_; }
  // Null for rows that are only to be predicted.
  const Task* task() const { return task_.get(); }
  // The path of the tokenizer or vocabulary; empty if it was trained on the data.
  const std::string& tokenizer() const { return tokenizer_; }
  const std::optional<std::int64_t>& max_records() const { return max_records_; }
  // Warnings about the files that were read.
  const std::vector<Error>& notes() const { return notes_; }
  // Whether tokens are masked for training, as in masked language modeling.
  bool hides_tokens() const;

  // Returns examples of a split, with the keys that they have in training.
  Result<MicroBatch> rows(const InspectedSplit& split,
                          const std::vector<std::int64_t>& examples) const;

 private:
  InspectedData() = default;
  Result<void> open_folder(const InspectRequest& request);
  Result<void> open_document(const InspectRequest& request, const PrepareProgress& progress);
  void note_data();
  Result<void> open_splits();
  Result<void> add_split(const std::string& name, const PreparedSplit& split,
                         const std::optional<std::int64_t>& most);

  std::unique_ptr<ExcerptFolder> excerpt_;  // of data prepared only for this inspection
  Experiment experiment_;
  PreparedData data_;
  std::optional<TokenTexts> texts_;
  std::unique_ptr<Task> task_;
  std::vector<InspectedSplit> splits_;
  std::string tokenizer_;
  std::vector<Error> notes_;
  std::optional<std::int64_t> max_records_;
};

}  // namespace trainyard
