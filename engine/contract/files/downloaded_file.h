// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of a downloaded folder may be instead of its content.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/contract/result.h"

namespace trainyard {

// "download.lfs_pointer" for the text that git leaves in the place of a large file,
// "download.broken_link" for a link whose target is not there, as in a part of a hub's cache that
// was copied; nothing for any other file, or none.
std::optional<Error> not_downloaded(const std::filesystem::path& file);

}  // namespace trainyard
