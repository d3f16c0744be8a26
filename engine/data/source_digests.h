// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums of the source texts, remembered next to the cache of prepared data, so that unchanged
// texts need not be read again at every start.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// $XDG_CACHE_HOME/trainyard, else ~/.cache/trainyard. Error: neither is set.
Result<std::filesystem::path> cache_home();

// Returns the checksums of all files, split by split. A file is not read if its device, inode, size
// and times of change match those of a remembered checksum; files that changed within the last
// seconds are never remembered. Errors: those of TextFile::open, read errors (exit code 3),
// "data.stopped".
Result<std::vector<PreparedSource>> source_digests(const TextSources& texts,
                                                   const PrepareProgress& progress);

// Identifies files that are too large to be read before they are used, from their sizes and last
// 64 KiB (where Parquet describes its content).
Result<std::string> quick_digest(const std::vector<std::filesystem::path>& paths);

}  // namespace trainyard
