// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed files, unpacked piece by piece: gzip (RFC 1952), zstandard (RFC 8878), xz and bzip2.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// By the ending: .gz, .zst, .xz, .bz2.
enum class Compression { none, gzip, zstandard, xz, bzip2 };
Compression compression_of(const std::filesystem::path& file);

// The ending in lower case, with its point; that of what is compressed ("a.jsonl.gz": .jsonl).
std::string ending_of(const std::filesystem::path& file);

// Members one after another are read as one content, as Python's modules read them. Whatever the
// content says of itself, memory is bounded: 128 MiB for zstandard, 256 MiB for xz, else some KB.
class Unpacker {
 public:
  // How much is unpacked at once, at most.
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;

  // Error: "data.unpacker", there was no memory for it (exit code 3).
  static Result<std::unique_ptr<Unpacker>> create(Compression compression,
                                                  const std::filesystem::path& file);
  virtual ~Unpacker() = default;

  // Unpacks from the beginning of `packed`, taking off what was used, and appends to `content`: at
  // most kMostAtOnce bytes; nothing only when `packed` is used up. Errors (exit code 2):
  // "data.packed_damaged".
  Result<void> unpack(std::string_view& packed, std::string& content);

  // Nothing more comes. Error (exit code 2): "data.packed_short", the end is not there.
  Result<void> finish() const;

 protected:
  explicit Unpacker(std::filesystem::path file) : file_(std::move(file)) {}

  enum class State { going_on, member_ended, damaged };
  // From `packed` into `room`; says how many bytes of each were used.
  virtual State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
                     std::size_t& made) = 0;
  // Another member follows.
  virtual bool begin_again() = 0;
  // Bytes behind a member that are no member, which its format allows.
  virtual bool is_filling(char) const { return false; }

 private:
  std::filesystem::path file_;
  bool has_ended_ = false;
};

}  // namespace trainyard
