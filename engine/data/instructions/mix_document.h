// SPDX-License-Identifier: GPL-3.0-or-later
// The file that says which data sets are mixed for tuning on instructions, and how much of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/diagnostic.h"

namespace trainyard {

// Files for each split, in the order in which their records follow each other. A list without
// splits is that of "train".
using MixFiles = std::vector<std::pair<std::string, std::vector<std::string>>>;

struct MixEntry {
  std::string name;                         // "json", or a folder
  std::optional<std::int64_t> num_samples;  // as many records at most; not with `fraction`
  std::optional<double> fraction;           // of the records; above 1 they repeat
  std::string format;                       // "map_fn": one of formatters()
  std::optional<std::string> config_name;
  MixFiles files;  // "data_files"
  std::vector<std::string> splits = {"train"};
  int line = 0;
};

struct Mix {
  std::vector<MixEntry> entries;  // "datasets"
  std::vector<std::string> splits = {"train"};
  bool shuffle_init = true;  // each data set, before records are taken off it
  bool shuffle_post = true;  // all of them together
};

struct MixDocument {
  Mix mix;
  std::vector<Diagnostic> diagnostics;  // with file, line and column, in the order of the text
};

// The keys of EuroHPC-Basics' dataset_mixer.py. Everything that is wrong is told: YAML that cannot
// be read, keys that there are not, values of another type, a format that there is not, both
// num_samples and fraction. Any bytes in; over 1 MiB is refused.
MixDocument read_mix(std::string_view text, const std::string& file);

}  // namespace trainyard
