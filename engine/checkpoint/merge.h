// SPDX-License-Identifier: GPL-3.0-or-later
// Merges adapters into the model that they were trained on.
#pragma once

#include <filesystem>
#include <functional>

#include "engine/contract/result.h"

namespace trainyard {

// Receives the bytes of weights written so far and in total; false stops.
using MergeProgress = std::function<bool(double done, double total)>;

// Writes the model of `adapter`, a checkpoint with adapters, as a folder without them: each weight
// W with an adapter as W + scale * B A, computed in fp32 and rounded to W's number format,
// everything else as in `base` (empty: the folder named by adapter_config.json), split into files
// like the base's. config.json and generation_config.json are the base's, the tokenizer is the
// adapter's. Fully trained modules replace the base's or are added; config.json is then the
// checkpoint's, with the base's number format. At most one file's tensors are in memory. `to` must
// not exist; it is created atomically.
Result<void> merge_adapter(const std::filesystem::path& adapter, const std::filesystem::path& base,
                           const std::filesystem::path& to, const MergeProgress& progress);

}  // namespace trainyard
