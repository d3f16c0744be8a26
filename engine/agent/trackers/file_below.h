// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file that a tracker's records name by a path in its own folder. The records come from any
// program, so that nothing outside the folder may be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace trainyard::agent {

struct FileBelow {
  std::uint64_t bytes = 0;             // of the file
  std::optional<std::string> content;  // nothing: longer than the limit
};

// Nothing for a path that leaves `folder`, leads over a link, or names no regular file.
std::optional<FileBelow> read_file_below(const std::filesystem::path& folder,
                                         const std::string& path, std::size_t limit);

}  // namespace trainyard::agent
