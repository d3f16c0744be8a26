// SPDX-License-Identifier: GPL-3.0-or-later
// manifest.json: the last file of a checkpoint, naming every other with its size and checksum.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard {

inline constexpr const char* manifest_name = "manifest.json";

// "checkpoint.damaged" (exit code 7): FILE: WHAT; this checkpoint cannot be used.
Error checkpoint_damage(const std::filesystem::path& path, const Error& what);

// Digests every file below `folder` and writes {"format": 1, "step": n, "files":
// {"model.safetensors": {"bytes", "xxh3_64"}}}, fsynced. Returns the bytes of all files.
Result<std::int64_t> write_manifest(const std::filesystem::path& folder, std::int64_t step);

// Errors (exit code 7) name the file: no manifest, a damaged one, a file missing, of another size
// or checksum.
Result<void> verify_manifest(const std::filesystem::path& folder);

}  // namespace trainyard
