// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters become a part of the model that they were trained on.
#pragma once

#include <filesystem>
#include <functional>

#include "engine/contract/result.h"

namespace trainyard {

// Bytes of the model's weights that are written, and that there are; false stops.
using MergeProgress = std::function<bool(double done, double total)>;

// Writes the model of `adapter`, a checkpoint with adapters, as a folder without them: each weight
// W that has one as W + scale * B A, computed in fp32 and rounded to W's number format, all else as
// it is in `base` (empty: the folder that adapter_config.json names), in files like its own;
// config.json and generation_config.json are the base's, the tokenizer is the adapter's. Modules
// that were trained whole replace the base's or are added, and config.json is then the
// checkpoint's, with the base's number format. At most one file's tensors are in memory. `to` must
// not exist; it appears whole or not.
Result<void> merge_adapter(const std::filesystem::path& adapter, const std::filesystem::path& base,
                           const std::filesystem::path& to, const MergeProgress& progress);

}  // namespace trainyard
