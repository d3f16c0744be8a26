// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums of the source texts, remembered beside the cache of prepared data, so that a start does
// not read texts again that did not change.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// $XDG_CACHE_HOME/trainyard, else ~/.cache/trainyard. Error: neither is set.
Result<std::filesystem::path> cache_home();

// Of all files, split by split. A file whose device, number, size and times of change are those
// of a remembered checksum is not read; one that changed within the last seconds is never
// remembered. Errors: those of TextFile::open, a read that fails (exit code 3), "data.stopped".
Result<std::vector<PreparedSource>> source_digests(const TextSources& texts,
                                                   const PrepareProgress& progress);

}  // namespace trainyard
