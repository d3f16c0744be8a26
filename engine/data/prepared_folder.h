// SPDX-License-Identifier: GPL-3.0-or-later
// Creates a folder of prepared data: atomically, and once for all processes that ask for the same.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/cache_folder.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// Fills an empty folder.
using FillFolder =
    std::function<Result<PreparedData>(const std::filesystem::path&, const PrepareProgress&)>;

// Like make_data_folder, for prepared data.
Result<PreparedData> make_prepared(const std::filesystem::path& folder,
                                   const PrepareProgress& progress, const FillFolder& fill);

// The first part of `fill`: calls `write` to store the vocabulary in the folder, and records its
// special tokens.
Result<PreparedData> begin_prepared(
    const std::filesystem::path& folder, const SpecialTokens& tokens,
    const std::function<Result<void>(const std::filesystem::path&)>& write);
SpecialTokens special_tokens(const Tokenizer& tokenizer);
// The same for a tokenizer.
Result<PreparedData> begin_prepared(const std::filesystem::path& folder,
                                    const Tokenizer& tokenizer);
// The last part of `fill`: records the sources and writes prepared.json, all durable.
Result<PreparedData> finish_prepared(PreparedData data, const TextSources& sources,
                                     const PrepareProgress& progress);

// Returns size and checksum of a file in the folder.
Result<PreparedFile> prepared_file(const std::filesystem::path& folder, const std::string& name);

// Returns prepared_place(key), which `make` creates if it does not exist, as described at
// find_or_make.
Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const std::filesystem::path&)>& make);

}  // namespace trainyard
