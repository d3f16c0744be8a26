// SPDX-License-Identifier: GPL-3.0-or-later
// The files behind the entries of a mix.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/mix_document.h"

namespace trainyard {

// The files of a split of an entry, in order. With data_files: those, in the folder `name` or, when
// `name` is "json", from `base` on. Without: in the folder `name` (and config_name in it, if given)
// SPLIT.jsonl, SPLIT.json (also compressed) or SPLIT.parquet, or all such files of the folder
// SPLIT, sorted by name. Nothing is downloaded. Errors (exit code 2) say which of these is not
// there.
Result<std::vector<std::filesystem::path>> mix_files(const MixEntry& entry,
                                                     const std::string& split,
                                                     const std::filesystem::path& base);

}  // namespace trainyard
