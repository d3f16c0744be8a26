// SPDX-License-Identifier: GPL-3.0-or-later
// manifest.json: the last file of a checkpoint, which lists every other file with its size and
// checksum.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/contract/describe/record.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/result.h"

namespace trainyard {

inline constexpr const char* manifest_name = "manifest.json";

struct CheckpointManifest {
  std::int64_t format = 1;
  std::int64_t step = 0;
  ByName<FileDigest> files;  // by their paths in the folder
};
void describe(Section<CheckpointManifest>& section);

// "checkpoint.damaged" (exit code 7): FILE: WHAT; this checkpoint cannot be used.
Error checkpoint_damage(const std::filesystem::path& path, const Error& what);

// Digests every file below `folder`, except those whose digests are `known`, which must be there in
// this size, and writes the manifest, fsynced. Returns the bytes of all files.
Result<std::int64_t> write_manifest(const std::filesystem::path& folder, std::int64_t step,
                                    const ByName<FileDigest>& known = {});

// Errors (exit code 7) name the file: no manifest, a damaged one, a file that is missing or has a
// different size or checksum.
Result<void> verify_manifest(const std::filesystem::path& folder);

}  // namespace trainyard
