// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Parquet files, some rows at a time. Arrow is in a shared library next to the program, which
// is loaded for the first file (parquet_file.h writes).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Integers of all widths, signed or unsigned; texts in any storage format; timestamps as integers
// in the file's unit.
enum class ParquetKind { boolean, integer, real, text, timestamp, other };

struct ParquetField {
  std::string name;
  ParquetKind kind = ParquetKind::other;
  bool is_list = false;  // a list of these, of fixed or variable length
  std::string type;      // Arrow's name
};

// The values of some rows in a column, row by row, in the vector for its kind.
struct ParquetCells {
  std::vector<std::int64_t> integers;  // booleans, integers, timestamps
  std::vector<double> reals;
  std::vector<std::string> texts;
  std::vector<std::int64_t> offsets;  // for lists: where rows start, and where the last one ends
};

struct ParquetRows {
  std::int64_t first_row = 0;  // in the file
  std::int64_t num_rows = 0;
  std::vector<ParquetCells> columns;  // in the order of start()
};

class ParquetReader {
 public:
  virtual ~ParquetReader() = default;

  virtual std::int64_t num_rows() const = 0;
  virtual const std::vector<ParquetField>& fields() const = 0;

  // Selects the columns of next(), each named once, from the first row on, at most `max_rows` rows
  // at a time: these are in memory, and a page of each column. Errors: "parquet.no_column";
  // "parquet.kind" for a kind that is not supported.
  virtual Result<void> start(const std::vector<std::string>& columns, std::int64_t max_rows) = 0;
  // The same for next_objects(), which supports columns of any kind; all of them if none is named.
  virtual Result<void> start_objects(const std::vector<std::string>& columns,
                                     std::int64_t max_rows) = 0;
  // Returns the next rows as JSON-like values: objects, lists, texts (bytes that may not be UTF-8),
  // numbers; null for values that are missing, not finite or of a kind that JSON does not have.
  // `first_row` is that of the first. False after the last row. Errors: "parquet.damaged".
  virtual Result<bool> next_objects(std::vector<Map>& objects, std::int64_t& first_row) = 0;

  // False after the last row. Errors: "parquet.damaged" (also if it needs more than
  // kParquetMemory); "parquet.null" and "parquet.too_large" for a value that is missing, or above
  // 2^63 - 1.
  virtual Result<bool> next(ParquetRows& rows) = 0;
};

// Arrow's memory limit per file: a damaged file can request any amount.
constexpr std::int64_t kParquetMemory = std::int64_t{1} << 30;

// Errors: "file.missing", "file.not_file", "parquet.damaged" (exit code 2); "parquet.no_reader" if
// the library is missing or does not load (exit code 3).
Result<std::unique_ptr<ParquetReader>> open_parquet_file(const std::filesystem::path& path);

// The name of the library's entry point.
constexpr const char* kParquetReaderEntry = "trainyard_open_parquet_file";
using ParquetReaderEntry = void (*)(const std::filesystem::path& path,
                                    Result<std::unique_ptr<ParquetReader>>* reader);

}  // namespace trainyard
