// SPDX-License-Identifier: GPL-3.0-or-later
// Writes Parquet files, https://parquet.apache.org/docs/file-format/, using Arrow. Arrow is in a
// shared library next to the program, which is loaded for the first file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class ParquetNumber { float16, float32, int64 };

// Each row has a number or, according to `sizes`, a fixed-size list of that many lists of numbers.
// Nothing is null.
struct ParquetColumn {
  std::string name;
  ParquetNumber number = ParquetNumber::float32;
  bool is_list = false;  // a row has any number of these
  std::vector<std::int64_t> sizes;
};

// The values of some rows in a column.
struct ParquetValues {
  const void* numbers = nullptr;      // row by row, in C order
  std::vector<std::int32_t> offsets;  // for lists: where rows start, and where the last one ends
};

class ParquetFile {
 public:
  virtual ~ParquetFile() = default;
  // Writes the next rows as a row group: all values of a group are in memory at once, with up to
  // four bytes each.
  virtual Result<void> write(std::int64_t num_rows, const std::vector<ParquetValues>& columns) = 0;
  virtual Result<void> finish() = 0;
};

// Errors (exit code 3): those of DurableFile; "parquet.unavailable" if the library is missing or
// does not load.
Result<std::unique_ptr<ParquetFile>> create_parquet_file(const std::filesystem::path& path,
                                                         const std::vector<ParquetColumn>& columns);

// The name of the library's entry point.
constexpr const char* kParquetEntry = "trainyard_create_parquet_file";
using ParquetEntry = void (*)(const std::filesystem::path& path,
                              const std::vector<ParquetColumn>& columns,
                              Result<std::unique_ptr<ParquetFile>>* file);

}  // namespace trainyard
