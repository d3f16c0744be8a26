// SPDX-License-Identifier: GPL-3.0-or-later
// The data cache, $XDG_CACHE_HOME/trainyard: folders that are created atomically, once for all
// processes that ask for the same. Prepared data is in prepared/KEY, the output of the steps before
// it (rows, sentences, a vocabulary) in steps/NAME-KEY.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Return the folder for what depends on `key`; `name` is that of a step. Error: no cache_home().
Result<std::filesystem::path> prepared_place(const Map& key);
Result<std::filesystem::path> step_place(const std::string& name, const Map& key);

// Fills an empty folder.
using FillAny = std::function<Result<void>(const std::filesystem::path&, const PrepareProgress&)>;

// Creates `folder`, which must not exist: `fill` writes to a temporary folder next to it, which is
// then renamed, or removed after an error. Errors: "data.output_exists"; write errors (exit code
// 3); those of `fill`.
Result<void> make_data_folder(const std::filesystem::path& folder, const PrepareProgress& progress,
                              const FillAny& fill);

using UseFolder = std::function<Result<void>(const std::filesystem::path&)>;

// Returns with `folder` complete: `read` succeeds, or `make` (such as make_data_folder) creates it.
// If it is damaged ("data.prepared_damaged", "data.step_damaged"), it is created again; if it could
// not be read (exit code 3), it is kept, since others may be using it. Safe to call from several
// processes at once. Leftovers of killed processes are removed after a day: live processes touch
// theirs every minute. Errors: those of `read` and `make`.
Result<void> find_or_make(const std::filesystem::path& folder, const UseFolder& read,
                          const UseFolder& make);

inline constexpr const char* kStepFile = "step.json";

// Finds or creates the folder of a step with step.json, which lists its files with sizes and
// checksums.
Result<void> make_step(const std::filesystem::path& folder, const PrepareProgress& progress,
                       const FillAny& fill);

// Error "data.step_damaged": a file listed in step.json is missing, or its size or (for files of up
// to 256 MiB) checksum differs.
Result<void> check_step(const std::filesystem::path& folder);

}  // namespace trainyard
