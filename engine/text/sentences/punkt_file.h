// SPDX-License-Identifier: GPL-3.0-or-later
// What the two readers of PunktParameters share. Inner to engine/text/sentences.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/contract/result.h"

namespace trainyard {

// nltk's English folder has less than 1 MiB.
inline constexpr std::uint64_t most_punkt_bytes = std::uint64_t{64} << 20;

// `line` from 1 on; 0 where no one line is meant. `reason`: as_argument of a "sentences." message.
Error damaged_punkt_file(const std::string& file, std::int64_t line, Map reason);

// The whole file, which is UTF-8 and not too large.
Result<std::string> read_punkt_text(const std::filesystem::path& file);

}  // namespace trainyard
