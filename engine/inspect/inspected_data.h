// SPDX-License-Identifier: GPL-3.0-or-later
// Data as training would read it, to be looked at: a document's, through the cache or of its first
// records only, or a prepared folder's.
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
#include "engine/inspect/token_texts.h"
#include "engine/task/task.h"

namespace trainyard {

struct InspectRequest {
  std::filesystem::path data;  // a document, or a folder that `engine prepare` wrote
  std::vector<std::string> overrides;
  // Only the first so many records of each split (of prepared data: examples); nothing is kept.
  std::optional<std::int64_t> most_records;
  // Of a folder of blocks without a document.
  std::int64_t sequence_length = 256;
};

struct InspectedSplit {
  std::string name;  // "train", "validation"
  std::unique_ptr<const Dataset> examples;
  std::uint64_t seed = 0;  // of the keys of rows: training's first epoch, any evaluation
};

class InspectedData {
 public:
  // Errors: those of documents, of preparing and of prepared folders; "inspect.command".
  static Result<InspectedData> open(const InspectRequest& request, const PrepareProgress& progress);

  // Of a folder: one that could have made it.
  const Experiment& experiment() const { return experiment_; }
  const PreparedData& data() const { return data_; }
  const TokenTexts& texts() const { return *texts_; }
  const std::vector<InspectedSplit>& splits() const { return splits_; }
  // Nothing for rows that are only to be predicted.
  const Task* task() const { return task_.get(); }
  // Where the tokenizer or the vocabulary is from: a path, or empty when it was trained on the
  // data.
  const std::string& tokenizer() const { return tokenizer_; }
  const std::optional<std::int64_t>& most_records() const { return most_records_; }
  // What a person should know of the files that were read.
  const std::vector<Error>& notes() const { return notes_; }
  // Whether tokens are what is learned, and not a label of the whole.
  bool learns_tokens() const;
  bool hides_tokens() const;

  // Examples of a split, with the keys that they have in training.
  Result<MicroBatch> rows(const InspectedSplit& split,
                          const std::vector<std::int64_t>& examples) const;

 private:
  // Removes what was prepared for this look alone.
  struct Excerpt {
    std::filesystem::path folder;
    ~Excerpt();
  };

  InspectedData() = default;
  Result<void> open_folder(const InspectRequest& request);
  Result<void> open_document(const InspectRequest& request, const PrepareProgress& progress);
  void note_data();
  Result<void> open_splits();
  Result<void> add_split(const std::string& name, const PreparedSplit& split,
                         const std::optional<std::int64_t>& most);

  std::unique_ptr<Excerpt> excerpt_;
  Experiment experiment_;
  PreparedData data_;
  std::optional<TokenTexts> texts_;
  std::unique_ptr<Task> task_;
  std::vector<InspectedSplit> splits_;
  std::string tokenizer_;
  std::vector<Error> notes_;
  std::optional<std::int64_t> most_records_;
};

}  // namespace trainyard
