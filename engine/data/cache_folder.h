// SPDX-License-Identifier: GPL-3.0-or-later
// The cache of data, $XDG_CACHE_HOME/trainyard: folders that are made whole or not at all, once for
// all who ask for the same. Prepared data lies in prepared/KEY, what steps before it write (rows,
// sentences, a vocabulary) in steps/NAME-KEY.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Where what depends on `key` lies; `name` is that of a step. Error: no cache_home().
Result<std::filesystem::path> prepared_place(const Map& key);
Result<std::filesystem::path> step_place(const std::string& name, const Map& key);

// Fills an empty folder.
using FillAny = std::function<Result<void>(const std::filesystem::path&, const PrepareProgress&)>;

// Makes `folder`, which must not exist: `fill` writes it under a temporary name beside it, which is
// then renamed, or removed after an error. Errors: "data.output_exists"; what could not be written
// (exit code 3); those of `fill`.
Result<void> make_data_folder(const std::filesystem::path& folder, const PrepareProgress& progress,
                              const FillAny& fill);

using UseFolder = std::function<Result<void>(const std::filesystem::path&)>;

// Finds `folder` whole by `read`, or has it made by `make` (make_data_folder and its like). One
// that is damaged ("data.prepared_damaged", "data.step_damaged") is made again; one that could not
// be read (exit code 3) stays, others may be using it. Several processes may do this at once. What
// killed ones left a day ago or longer is removed: those that live touch theirs every minute.
// Errors: those of `read` and `make`.
Result<void> find_or_make(const std::filesystem::path& folder, const UseFolder& read,
                          const UseFolder& make);

inline constexpr const char* kStepFile = "step.json";

// Finds or makes the folder of a step with step.json, which names its files with sizes and
// checksums.
Result<void> make_step(const std::filesystem::path& folder, const PrepareProgress& progress,
                       const FillAny& fill);

// "data.step_damaged": not all that step.json names is there, with these sizes and, of files of up
// to 256 MiB, these checksums.
Result<void> check_step(const std::filesystem::path& folder);

}  // namespace trainyard
