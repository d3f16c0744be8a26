// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that are read and written whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Writes a small file whole or not at all: temporary name beside it, fsync, rename, fsync of the
// folder.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content);

// The whole file, at most `limit_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t limit_bytes);

// The same, with a question right before the rename: its error is returned, and nothing replaced.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content,
                                   const std::function<Result<void>()>& last_look);

}  // namespace trainyard
