// SPDX-License-Identifier: GPL-3.0-or-later
// What data an experiment asks for, and what every kind of data asks about it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/data/described_key.h"
#include "engine/data/row_kind.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Whether the records of a classification have labels: those that are only to be predicted have
// none.
enum class LabelsAre { given, absent };

struct DataRequest {
  const Experiment& experiment;
  ResolvePath resolve;
  int num_threads = 1;
  std::int64_t vocab_size = 0;              // the model's: of a tokenizer that is trained
  std::vector<std::string> model_labels{};  // of a classifier that is gone on from
  LabelsAre labels = LabelsAre::given;
  std::optional<std::int64_t> most_records{};  // TextSources::most_records
};

// A path of the document at `experiment_file`: relative ones are relative to its folder, "~/" is
// the home folder.
std::filesystem::path resolve_path(const std::filesystem::path& experiment_file,
                                   const std::string& path);

// The files of the section `data`.
TextSources sources_of(const DataRequest& request);
// The section with the paths of this machine.
DataSection data_of(const DataRequest& request);
// data.tokenizer, else the pretrained folder's; none: one is trained.
std::optional<std::filesystem::path> tokenizer_of(const DataRequest& request);

// What the rows of the experiment's data are; blocks where language is modelled, whose data may be
// sequences as well.
RowKind rows_of(const Experiment& experiment, LabelsAre labels = LabelsAre::given);

// Whether tokens are hidden, so that there must be one to put in their place.
bool needs_mask(const Experiment& experiment);

// Whether rows of a micro-batch are put into one (flat_rows.h).
bool is_padding_free(const Experiment& experiment);

}  // namespace trainyard
