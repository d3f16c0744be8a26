// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the two readers of PunktParameters. Internal to engine/text/sentences.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/contract/result.h"

namespace trainyard {

// nltk's English folder has less than 1 MiB.
inline constexpr std::uint64_t max_punkt_bytes = std::uint64_t{64} << 20;

// `line` starts at 1; 0 if it does not concern a single line. `reason`: as_argument of a
// "sentences." message.
Error damaged_punkt_file(const std::string& file, std::int64_t line, Map reason);

// Reads the whole file, which must be UTF-8 and not too large.
Result<std::string> read_punkt_text(const std::filesystem::path& file);

}  // namespace trainyard
