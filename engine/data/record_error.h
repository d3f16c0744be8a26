// SPDX-License-Identifier: GPL-3.0-or-later
// Errors in a record of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard {

// "FILE, line LINE: WHAT"; for Parquet the row, from 0.
Error record_error(const std::filesystem::path& file, std::int64_t line, const Error& what);

// A longer record is considered damaged (a quote or brace that is never closed): it must fit into
// memory.
inline constexpr std::size_t max_record_bytes = 16u << 20;

}  // namespace trainyard
