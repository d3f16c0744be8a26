// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that language is modelled with, file by file.
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

// Whether a file has a text a record: .csv, .tsv, .json, .jsonl, .parquet.
bool has_records(const std::filesystem::path& file);

// A view is valid during the call only.
using TakeText = std::function<Result<void>(std::string_view)>;

// Calls `take` for each text of `file` until it returns an error: for each record, or for each
// line of a file without; and `go_on` now and then with the bytes read. `data` says in which column
// of records it is, their first one where they have none of that name, and whether a line keeps its
// break. Reads the first `most` bytes. Errors: those of TextFile and, with file and line, of
// records.
Result<void> for_each_text(const TextFile& file, const DataSection& data, const TakeText& take,
                           const TextFile::GoOn& go_on, std::uint64_t most = UINT64_MAX);

// A text and its number from 0.
using TakeNumberedText = std::function<Result<void>(std::string_view, std::int64_t)>;

// Walks the texts of `files` as one sequence, or the first `most_records` of them. Errors: those of
// for_each_text, "data.stopped".
Result<void> walk_texts(const std::vector<TextFile>& files, const DataSection& data,
                        std::string_view phase, const PrepareProgress& progress,
                        const TakeNumberedText& take,
                        std::optional<std::int64_t> most_records = {});

}  // namespace trainyard
