// SPDX-License-Identifier: GPL-3.0-or-later
// The data that an experiment asks for, and what all kinds of data need to know about it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/described_key.h"
#include "engine/contract/experiment/data.h"
#include "engine/contract/results/row_kind.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct Experiment;

// Whether the records of a classification have labels; those that are only to be predicted have
// none.
enum class LabelsAre { given, absent };

struct DataRequest {
  const Experiment& experiment;
  ResolvePath resolve;
  int num_threads = 1;
  std::int64_t vocab_size = 0;              // the model's, for a tokenizer that is trained
  std::vector<std::string> model_labels{};  // of the classifier that training starts from
  LabelsAre labels = LabelsAre::given;
  std::optional<std::int64_t> max_records{};  // as TextSources::max_records
};

// Resolves a path in the document at `experiment_file`: relative paths are relative to its folder,
// "~/" is the home folder.
std::filesystem::path resolve_path(const std::filesystem::path& experiment_file,
                                   const std::string& path);

// Returns the files of the `data` section.
TextSources sources_of(const DataRequest& request);
// Returns the section with paths resolved on this machine.
DataSection data_of(const DataRequest& request);
// Makes training data that would be streamed be prepared like the rest, for those who look at it or
// count it. Only the order of texts or timelines may differ.
void turn_off_streaming(Experiment& experiment);
// Returns data.tokenizer, or else the pretrained checkpoint's; nothing if one is to be trained.
std::optional<std::filesystem::path> tokenizer_of(const DataRequest& request);

// Returns the kind of rows of the experiment's data; for language modelling blocks, although that
// data may also be sequences.
RowKind rows_of(const Experiment& experiment, LabelsAre labels = LabelsAre::given);

// Whether tokens are masked, so that the tokenizer needs a mask token.
bool needs_mask(const Experiment& experiment);

// Whether the rows of a micro-batch are merged into one (flat_rows.h).
bool is_padding_free(const Experiment& experiment);

}  // namespace trainyard
