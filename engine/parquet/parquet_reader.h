// SPDX-License-Identifier: GPL-3.0-or-later
// Reading files of Parquet, some rows at a time. Arrow is in a shared library of ours beside the
// program, opened with the first file (parquet_file.h writes).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Integers of every width, signed or not; texts however they are stored; timestamps as the integers
// they are, in the file's unit.
enum class ParquetKind { boolean, integer, real, text, timestamp, other };

struct ParquetField {
  std::string name;
  ParquetKind kind = ParquetKind::other;
  bool is_list = false;  // of these, of a fixed length or any
  std::string type;      // in Arrow's words
};

// What some rows have in a column: of the vectors that one of its kind, row after row.
struct ParquetCells {
  std::vector<std::int64_t> integers;  // booleans, integers, timestamps
  std::vector<double> reals;
  std::vector<std::string> texts;
  std::vector<std::int64_t> offsets;  // of a list: where rows begin, and where the last one ends
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

  // next() gives these columns, each named once, from the first row on, at most `most_rows` rows at
  // a time: so many are in memory, and a page of each column. Errors: "parquet.no_column";
  // "parquet.kind", one of a kind that is not read.
  virtual Result<void> start(const std::vector<std::string>& columns, std::int64_t most_rows) = 0;
  // The same for next_objects(), which takes columns of any kind; all of them, when none is named.
  virtual Result<void> start_objects(const std::vector<std::string>& columns,
                                     std::int64_t most_rows) = 0;
  // The next rows as JSON would have them: objects, lists, texts (bytes that may be no UTF-8),
  // numbers; null what is missing, not finite or of a kind that JSON does not know. `first_row` is
  // that of the first. False after the last row. Errors: "parquet.damaged".
  virtual Result<bool> next_objects(std::vector<Map>& objects, std::int64_t& first_row) = 0;

  // False after the last row. Errors: "parquet.damaged" (also more memory than kParquetMemory);
  // "parquet.null" and "parquet.too_large", a value that is missing, or above 2^63 - 1.
  virtual Result<bool> next(ParquetRows& rows) = 0;
};

// What Arrow may use for a file: a damaged one can ask for anything.
constexpr std::int64_t kParquetMemory = std::int64_t{1} << 30;

// Errors: "file.missing", "file.not_file", "parquet.damaged" (exit code 2); "parquet.no_reader",
// the library is not there or does not load (exit code 3).
Result<std::unique_ptr<ParquetReader>> open_parquet_file(const std::filesystem::path& path);

// The library's entry, under this name.
constexpr const char* kParquetReaderEntry = "trainyard_open_parquet_file";
using ParquetReaderEntry = void (*)(const std::filesystem::path& path,
                                    Result<std::unique_ptr<ParquetReader>>* reader);

}  // namespace trainyard
