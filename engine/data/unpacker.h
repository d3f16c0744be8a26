// SPDX-License-Identifier: GPL-3.0-or-later
// Incremental decompression of gzip (RFC 1952), zstandard (RFC 8878), xz and bzip2.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// By file extension: .gz, .zst, .xz, .bz2.
enum class Compression { none, gzip, zstandard, xz, bzip2 };
Compression compression_of(const std::filesystem::path& file);

// Returns the extension in lower case, with its dot; for compressed files the one before
// ("a.jsonl.gz": .jsonl).
std::string ending_of(const std::filesystem::path& file);

// Concatenated members are read as one content, like in Python's modules. Whatever the content's
// header says, memory is bounded: 128 MiB for zstandard, 256 MiB for xz, else some KB.
class Unpacker {
 public:
  // The maximum number of bytes decompressed by one call.
  static constexpr std::size_t kMaxAtOnce = std::size_t{1} << 20;

  // Error: "data.unpacker" if memory could not be allocated (exit code 3).
  static Result<std::unique_ptr<Unpacker>> create(Compression compression,
                                                  const std::filesystem::path& file);
  virtual ~Unpacker() = default;

  // Decompresses from the start of `packed`, removes what was consumed, and appends to `content`:
  // at most kMaxAtOnce bytes; none only if `packed` is used up. Errors (exit code 2):
  // "data.packed_damaged".
  Result<void> unpack(std::string_view& packed, std::string& content);

  // To be called at the end of the input. Error (exit code 2): "data.packed_short" if the end is
  // missing.
  Result<void> finish() const;

 protected:
  explicit Unpacker(std::filesystem::path file) : file_(std::move(file)) {}

  enum class State { going_on, member_ended, damaged };
  // Decompresses from `packed` into `room`; sets how many bytes of each were used.
  virtual State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
                     std::size_t& made) = 0;
  // Prepares for another member.
  virtual bool begin_again() = 0;
  // Whether it is padding after a member, which some formats allow.
  virtual bool is_filling(char) const { return false; }

 private:
  std::filesystem::path file_;
  bool has_ended_ = false;
};

}  // namespace trainyard
