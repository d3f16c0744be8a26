// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of the cache that steps of preparing write: $XDG_CACHE_HOME/trainyard/steps/NAME-KEY,
// each with step.json, which names its files with sizes and checksums.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

inline constexpr const char* kStepFile = "step.json";

// `key`: what the content depends on.
Result<std::filesystem::path> step_place(const std::string& name, const Map& key);

// Whether all that step.json names is there, with these sizes and, of files of up to 256 MiB, these
// checksums.
bool is_whole_step(const std::filesystem::path& folder);

using FillStep = std::function<Result<void>(const std::filesystem::path&, const PrepareProgress&)>;

// Makes the folder whole or not at all, in the place of a damaged one. Several processes may do so
// at once. Errors: those of make_data_folder and `fill`.
Result<void> make_step(const std::filesystem::path& folder, const PrepareProgress& progress,
                       const FillStep& fill);

}  // namespace trainyard
