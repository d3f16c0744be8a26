// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format, parsed strictly: a file is accepted as a whole or rejected. Layout:
// header length (8 bytes, little endian), a JSON object {name: {dtype, shape, data_offsets}}, then
// the bytes of all tensors without gaps or trailing data.
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
  std::uint64_t begin = 0, end = 0;  // offsets in the data section
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;  // by offset
  std::map<std::string, std::string> metadata;
  std::uint64_t data_begin = 0;  // offset of the data section in the file

  const TensorEntry* find(std::string_view name) const;
};

// Bytes per element, or 0 for a dtype that the format does not have.
std::uint64_t dtype_bytes(std::string_view dtype);

// Parses and validates the header of a file of `file_bytes` bytes that starts with `head` (at least
// the whole header). Rejects a header over 100,000,000 bytes or past the end of the file, one that
// is not a UTF-8 JSON object, unknown dtypes, shapes whose size overflows or does not match their
// offsets, overlaps, gaps, and missing or trailing bytes.
Result<SafetensorsHeader> parse_safetensors_header(std::string_view head, std::uint64_t file_bytes,
                                                   const std::string& file);

Result<SafetensorsHeader> read_safetensors_header(const std::filesystem::path& path);

// Reads the bytes of one tensor into `out` (end - begin bytes).
Result<void> read_tensor_bytes(const std::filesystem::path& path, const SafetensorsHeader& header,
                               const TensorEntry& entry, void* out);
// Reads `count` of them, from the byte `first` of the tensor on.
Result<void> read_tensor_bytes(const std::filesystem::path& path, const SafetensorsHeader& header,
                               const TensorEntry& entry, std::uint64_t first, std::uint64_t count,
                               void* out);

struct TensorBytes {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  const void* data = nullptr;
};

// Writes a new file (an existing one is an error), in the given order, with fsync. The data section
// is aligned to 8 bytes.
Result<void> write_safetensors(const std::filesystem::path& path,
                               const std::vector<TensorBytes>& tensors,
                               const std::map<std::string, std::string>& metadata);

}  // namespace trainyard
