// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole gzip file (RFC 1952).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/contract/result.h"

namespace trainyard {

// Returns the decompressed content of all members. At most `limit` bytes are read and at most as
// many are returned, whatever the file's header says. Errors: those of read_file; "gzip.damaged"
// (also if it is not a gzip file), "gzip.too_large".
Result<std::string> read_gzip_file(const std::filesystem::path& path, std::uint64_t limit);

}  // namespace trainyard
