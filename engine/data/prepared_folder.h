// SPDX-License-Identifier: GPL-3.0-or-later
// Making a folder of prepared data: whole or not at all, and once for all who ask for the same.
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

// make_data_folder with prepared data.
Result<PreparedData> make_prepared(const std::filesystem::path& folder,
                                   const PrepareProgress& progress, const FillFolder& fill);

// What `fill` begins with: what the words of the ids are, by `write` into the folder, and what is
// known of them.
Result<PreparedData> begin_prepared(
    const std::filesystem::path& folder, const SpecialTokens& tokens,
    const std::function<Result<void>(const std::filesystem::path&)>& write);
SpecialTokens special_tokens(const Tokenizer& tokenizer);
// The same with a tokenizer.
Result<PreparedData> begin_prepared(const std::filesystem::path& folder,
                                    const Tokenizer& tokenizer);
// What it ends with: sources and prepared.json, all durable.
Result<PreparedData> finish_prepared(PreparedData data, const TextSources& sources,
                                     const PrepareProgress& progress);

// Size and checksum of a file in the folder.
Result<PreparedFile> prepared_file(const std::filesystem::path& folder, const std::string& name);

// prepared_place(key), which `make` makes when it is not there, as find_or_make says.
Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const std::filesystem::path&)>& make);

}  // namespace trainyard
