// SPDX-License-Identifier: GPL-3.0-or-later
// Small versions of presets, with data made up on the spot: each trains in a minute on a laptop's
// processor, by the same path through the engine as the preset.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

struct Sample {
  std::string_view name;  // the preset's
  // Values that the sample's document has instead of the preset's, by field. Null of a field that
  // cannot be null: its default.
  std::vector<std::pair<std::string, Value>> changes;
  // Writes what the document names into `folder`, which is there: files of data, of models.
  std::function<Result<void>(const std::filesystem::path& folder)> write_files;
};

// By subject, each in a source of its own.
std::vector<Sample> language_samples();  // from text and from instructions
std::vector<Sample> note_samples();      // clinical notes
std::vector<Sample> timeline_samples();  // token timelines

// The text of a sample's document: the preset with the sample's values.
Result<std::string> sample_document(const Sample& sample);

inline constexpr const char* kSampleDocument = "sample.yaml";

// The folder `output`, which must not exist, with sample.yaml and, in a folder of the preset's
// name, what it names; the same bytes each time. Errors: "sample.unknown" (exit code 2), a name
// without a sample; those of make_folder_whole.
Result<void> write_sample(const std::string& name, const std::filesystem::path& output);

}  // namespace trainyard
