// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for language modelling, file by file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/result.h"
#include "engine/data/text_file.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Whether a file has one text per record: .csv, .tsv, .json, .jsonl, .parquet.
bool has_records(const std::filesystem::path& file);

// A view is valid during the call only.
using TakeText = std::function<Result<void>(std::string_view)>;

// Calls `take` for each text of `file` (each record, or each line if it has no records) until it
// returns an error; and `on_progress` regularly with the bytes read. `data` names the column of
// records, which defaults to the first if there is none of that name, and whether a line keeps its
// break. Reads the first `most` bytes. Errors: those of TextFile and, with file and line, of
// records.
Result<void> for_each_text(const TextFile& file, const DataSection& data, const TakeText& take,
                           const TextFile::OnProgress& on_progress,
                           std::uint64_t most = UINT64_MAX);

// Receives a text and its number, from 0.
using TakeNumberedText = std::function<Result<void>(std::string_view, std::int64_t)>;

// Reads the texts of `files` as one sequence, or the first `max_records` of them. Errors: those of
// for_each_text, "data.stopped".
Result<void> walk_texts(const std::vector<TextFile>& files, const DataSection& data,
                        std::string_view phase, const PrepareProgress& progress,
                        const TakeNumberedText& take, std::optional<std::int64_t> max_records = {});

}  // namespace trainyard
