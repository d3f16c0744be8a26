// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes small files as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Writes a small file atomically: temporary name next to it, fsync, rename, fsync of the folder.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content);

// Returns the whole file, which may have at most `limit_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t limit_bytes);

// The same, with a check right before the rename: if it returns an error, that is returned and
// nothing is replaced.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content,
                                   const std::function<Result<void>()>& last_look);

}  // namespace trainyard
