// SPDX-License-Identifier: GPL-3.0-or-later
// Locates the files of a mixture's entries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/mix_document.h"

namespace trainyard {

// Returns the files of a split of an entry, in order. With data_files: those, relative to the
// folder `name` or, if `name` is "json", to `base`. Otherwise in the folder `name` (and its
// subfolder config_name, if given) SPLIT.jsonl, SPLIT.json (also compressed) or SPLIT.parquet, or
// all such files of the folder SPLIT, sorted by name. Nothing is downloaded. Errors (exit code 2)
// say which of these is missing.
Result<std::vector<std::filesystem::path>> mix_files(const MixEntry& entry,
                                                     const std::string& split,
                                                     const std::filesystem::path& base);

}  // namespace trainyard
