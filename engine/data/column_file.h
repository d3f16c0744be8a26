// SPDX-License-Identifier: GPL-3.0-or-later
// A column of prepared data: little-endian numbers of one type, stored consecutively in a file of
// their own. Next to it, NAME.sums holds the xxh3-64 of each block of 256 KiB, 8 bytes each, so
// that any part of a large file can be read immediately and still be verified. Older folders have
// no NAME.sums.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/system/descriptor.h"
#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

inline constexpr std::int64_t kColumnBlock = 1 << 18;  // bytes
inline constexpr const char* kSumsEnding = ".sums";

// A file in a folder of prepared data.
struct PreparedFile {
  std::string name;  // within the folder; empty: there is no such file
  std::int64_t bytes = 0;
  std::string xxh3_64;    // of NAME.sums if it exists, else of the file
  bool has_sums = false;  // for columns since format 3

  bool exists() const { return !name.empty(); }
};

void describe(Section<PreparedFile>& section);

// "FILE: WHAT; prepare the data again".
Error prepared_damage(const std::filesystem::path& path, const Error& what);

// Uses positioned reads, so that several threads can share it and a file truncated while it is open
// is an error and not a signal. A block's checksum is verified when any part of it is first read.
// Memory: 8 bytes per block. Move-only; closes the file.
class ColumnFile {
 public:
  // Errors: "data.prepared_damaged" (exit code 2) if it is missing, has a different size, or
  // NAME.sums has changed; read errors (exit code 3).
  static Result<ColumnFile> open(const std::filesystem::path& folder, const PreparedFile& file);

  const std::filesystem::path& path() const { return path_; }
  std::int64_t bytes() const { return bytes_; }

  // Verifies the checksums of all blocks. Errors: those of read().
  Result<void> check() const;

  // Reads bytes [offset, offset + bytes), which must be inside the file, into `out`. Errors: the
  // file was truncated, or a block's checksum differs (exit code 2); read errors (exit code 3).
  Result<void> read(std::int64_t offset, void* out, std::size_t bytes) const;

 private:
  ColumnFile() = default;
  Result<void> open_at(std::filesystem::path path, std::int64_t bytes);
  Result<void> read_sums(const std::filesystem::path& folder, const PreparedFile& file);
  Result<void> check_block(std::int64_t block) const;
  Result<void> read_unchecked(std::int64_t offset, void* out, std::size_t bytes) const;

  std::filesystem::path path_;
  Descriptor descriptor_;
  std::int64_t bytes_ = 0;
  std::vector<std::uint64_t> sums_;
  std::unique_ptr<std::atomic<bool>[]> checked_;  // blocks already verified; null: there are no
                                                  // sums
};

}  // namespace trainyard
