// SPDX-License-Identifier: GPL-3.0-or-later
// A file of gzip (RFC 1952), read as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/contract/result.h"

namespace trainyard {

// What the file holds, members one after another. At most `limit` bytes are read and at most as
// many come out, whatever the file says of itself. Errors: those of read_file; "gzip.damaged" (also
// of a file that is none), "gzip.too_large".
Result<std::string> read_gzip_file(const std::filesystem::path& path, std::uint64_t limit);

}  // namespace trainyard
