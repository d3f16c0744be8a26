// SPDX-License-Identifier: GPL-3.0-or-later
// The file that describes a mixture of data sets for instruction tuning, and how much of each is
// used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

// The files of each split, in the order in which they are read. A plain list means "train".
using MixFiles = std::vector<std::pair<std::string, std::vector<std::string>>>;

struct MixEntry {
  std::string name;                         // "json", or a folder
  std::optional<std::int64_t> num_samples;  // maximum number of records; not with `fraction`
  std::optional<double> fraction;           // of the records; above 1 they are repeated
  std::string format;                       // "map_fn": one of formatters()
  std::optional<std::string> config_name;
  MixFiles files;  // "data_files"
  std::vector<std::string> splits = {"train"};
  int line = 0;
};

struct Mix {
  std::vector<MixEntry> entries;  // "datasets"
  std::vector<std::string> splits = {"train"};
  bool shuffle_init = true;  // each data set, before records are taken from it
  bool shuffle_post = true;  // all of them together
};

struct MixDocument {
  Mix mix;
  std::vector<Diagnostic> diagnostics;  // with file, line and column, in document order
};

// Reads the keys of EuroHPC-Basics' dataset_mixer.py and reports everything that is wrong: invalid
// YAML, unknown keys, values of the wrong type, unknown formats, both num_samples and fraction.
// Accepts arbitrary bytes; more than 1 MiB is an error.
MixDocument read_mix(std::string_view text, const std::string& file);

}  // namespace trainyard
