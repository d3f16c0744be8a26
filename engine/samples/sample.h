// SPDX-License-Identifier: GPL-3.0-or-later
// Small versions of presets with generated data: each trains in a minute on a laptop's CPU, on the
// same code path as the preset.
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
  std::string_view name;  // of the preset
  // Values of the sample's document that differ from the preset's, by field. Null for a field that
  // cannot be null: its default.
  std::vector<std::pair<std::string, Value>> changes;
  // Writes the files that the document refers to into `folder`, which exists: data, models.
  std::function<Result<void>(const std::filesystem::path& folder)> write_files;
};

// By subject, each in its own source file.
std::vector<Sample> language_samples();  // from text and from instructions
std::vector<Sample> note_samples();      // clinical notes
std::vector<Sample> timeline_samples();  // token timelines

// The text of a sample's document: the preset with the sample's values.
Result<std::string> sample_document(const Sample& sample);

inline constexpr const char* kSampleDocument = "sample.yaml";

// Creates the folder `output`, which must not exist, with sample.yaml and, in a folder with the
// preset's name, the files that it refers to; always the same bytes. Errors: "sample.unknown" (exit
// code 2) for a name without a sample; those of make_folder_whole.
Result<void> write_sample(const std::string& name, const std::filesystem::path& output);

}  // namespace trainyard
