// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format, strictly: a file is taken whole or refused. Layout: header length (8
// bytes, little endian), a JSON object {name: {dtype, shape, data_offsets}}, then the bytes of all
// tensors without gap or remainder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

struct TensorEntry {
  std::string name;
  std::string dtype;  // "F32", "BF16", "I64", ...
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0, end = 0;  // offsets in the data part
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;  // by offset
  std::map<std::string, std::string> metadata;
  std::uint64_t data_begin = 0;  // offset of the data part in the file

  const TensorEntry* find(std::string_view name) const;
};

// Bytes of one element, or 0 for a dtype the format does not have.
std::uint64_t dtype_bytes(std::string_view dtype);

// Reads and checks the header of a file of `file_bytes` bytes that begins with `head` (at least the
// whole header). Refused: a header over 100,000,000 bytes or past the end of the file, one that is
// not a UTF-8 JSON object, unknown dtypes, shapes whose size is not that of their offsets or
// overflows, overlaps, gaps, and any byte missing or left over.
Result<SafetensorsHeader> parse_safetensors_header(std::string_view head, std::uint64_t file_bytes,
                                                   const std::string& file);

Result<SafetensorsHeader> read_safetensors_header(const std::filesystem::path& path);

// The bytes of one tensor into `out` (end - begin bytes).
Result<void> read_tensor_bytes(const std::filesystem::path& path, const SafetensorsHeader& header,
                               const TensorEntry& entry, void* out);

struct TensorBytes {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  const void* data = nullptr;
};

// Writes a new file (an existing one is an error), in the given order, fsynced. The data part
// begins at a multiple of 8.
Result<void> write_safetensors(const std::filesystem::path& path,
                               const std::vector<TensorBytes>& tensors,
                               const std::map<std::string, std::string>& metadata);

}  // namespace trainyard
