// SPDX-License-Identifier: GPL-3.0-or-later
// Files of Parquet, https://parquet.apache.org/docs/file-format/, as Arrow writes them. Arrow is
// in a shared library of ours beside the program, opened with the first file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class ParquetNumber { float16, float32, int64 };

// A row has one number, or, by `sizes`, a list of that many lists of numbers. Nothing is null.
struct ParquetColumn {
  std::string name;
  ParquetNumber number = ParquetNumber::float32;
  bool is_list = false;  // a row has any number of these
  std::vector<std::int64_t> sizes;
};

// What some rows have in a column.
struct ParquetValues {
  const void* numbers = nullptr;      // row after row, in C order
  std::vector<std::int32_t> offsets;  // of a list: where rows begin, and where the last one ends
};

class ParquetFile {
 public:
  virtual ~ParquetFile() = default;
  // The next rows, as a group of their own: all values of a group are in memory at a time, with up
  // to four bytes for each.
  virtual Result<void> write(std::int64_t num_rows, const std::vector<ParquetValues>& columns) = 0;
  virtual Result<void> finish() = 0;
};

// Errors (exit code 3): those of DurableFile; "parquet.unavailable", the library is not there or
// does not load.
Result<std::unique_ptr<ParquetFile>> create_parquet_file(const std::filesystem::path& path,
                                                         const std::vector<ParquetColumn>& columns);

// The library's entry, under this name.
constexpr const char* kParquetEntry = "trainyard_create_parquet_file";
using ParquetEntry = void (*)(const std::filesystem::path& path,
                              const std::vector<ParquetColumn>& columns,
                              Result<std::unique_ptr<ParquetFile>>* file);

}  // namespace trainyard
