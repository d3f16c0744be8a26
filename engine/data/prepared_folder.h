// SPDX-License-Identifier: GPL-3.0-or-later
// Making a folder of prepared data: whole or not at all, and once for all who ask for the same.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// Fills an empty folder.
using FillFolder =
    std::function<Result<PreparedData>(const std::filesystem::path&, const PrepareProgress&)>;

// Removes what killed processes left in a folder of the cache a day ago or longer: those that live
// touch theirs every minute.
void remove_old_leftovers(const std::filesystem::path& cache);

// Takes a damaged entry of the cache out of the way. It is renamed first: others may have seen the
// damage too, and one of them may have made it again already; what turns out to be whole goes back.
Result<void> put_aside(const std::filesystem::path& folder,
                       const std::function<bool(const std::filesystem::path&)>& is_whole);

// Makes `folder`, which must not exist: `fill` writes it under a temporary name beside it, which is
// then renamed, or removed after an error. Errors: "data.output_exists"; what could not be written
// (exit code 3); those of `fill`.
using FillAny = std::function<Result<void>(const std::filesystem::path&, const PrepareProgress&)>;
Result<void> make_data_folder(const std::filesystem::path& folder, const PrepareProgress& progress,
                              const FillAny& fill);

// The same with prepared data.
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

// What the result depends on as far as every kind of preparing has it: the bytes of the sources,
// the held out share, if given all of the tokenizer's files, and this program's ways.
Result<Map> source_key(const TextSources& sources,
                       const std::optional<std::filesystem::path>& tokenizer,
                       const PrepareProgress& progress);

// Fields that are in no key: files and tokenizer, whose content source_key() has, those that choose
// among examples that are prepared, and what is held out where nothing is.
FieldNames fields_outside_keys(const TextSources& sources);

// $XDG_CACHE_HOME/trainyard/prepared/<digest of key>
Result<std::filesystem::path> prepared_place(const Map& key);

// That folder, which `make` makes when it is not there. A damaged entry is made again; one that
// could not be read (exit code 3) stays, others may be using it. Several processes may do this at
// once.
Result<PreparedData> prepared_from_cache(
    const Map& key, const std::function<Result<PreparedData>(const std::filesystem::path&)>& make);

}  // namespace trainyard
