// SPDX-License-Identifier: GPL-3.0-or-later
// A column of prepared data: numbers of one kind, little endian, one after another, in a file of
// their own; and beside it in NAME.sums the xxh3-64 of each block of 256 KiB, 8 bytes each, so that
// any part of a file of any size is read at once and still checked. Older folders have no
// NAME.sums.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/system/descriptor.h"
#include "engine/contract/result.h"

namespace trainyard {

inline constexpr std::int64_t kColumnBlock = 1 << 18;  // bytes
inline constexpr const char* kSumsEnding = ".sums";

// A file of a folder of prepared data.
struct PreparedFile {
  std::string name;  // in the folder; empty: there is none
  std::int64_t bytes = 0;
  std::string xxh3_64;    // of NAME.sums where there is one, else of the file
  bool has_sums = false;  // columns of folders since format 3

  bool exists() const { return !name.empty(); }
};

// "FILE: WHAT; prepare the data again".
Error prepared_damage(const std::filesystem::path& path, const Error& what);

// Read with positioned reads, so that several threads may share one and a file cut short while it
// is open is an error and not a signal. A block's checksum is held against it the first time that
// something of it is read. Memory: 8 bytes a block. Move-only; closes the file.
class ColumnFile {
 public:
  // Errors: "data.prepared_damaged" (exit code 2): not there, another size, NAME.sums is another
  // than the one that was written; it could not be read (exit code 3).
  static Result<ColumnFile> open(const std::filesystem::path& folder, const PreparedFile& file);

  const std::filesystem::path& path() const { return path_; }
  std::int64_t bytes() const { return bytes_; }

  // Holds all blocks against their checksums. Errors: those of read().
  Result<void> check() const;

  // Bytes [offset, offset + bytes), which must lie inside the file, into `out`. Errors: it became
  // shorter, or a block is another than the one that was written (exit code 2); a read that fails
  // (exit code 3).
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
  std::unique_ptr<std::atomic<bool>[]> checked_;  // which blocks were; null: there are no sums
};

}  // namespace trainyard
