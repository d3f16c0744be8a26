// SPDX-License-Identifier: GPL-3.0-or-later
// Reads CSV row by row: RFC 4180 with a header, like pandas. Fields may be quoted and then contain
// delimiters, line breaks and doubled quotes; a row ends with "\n", "\r\n" or "\r"; rows with
// nothing but blanks are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// A row may have fewer fields than the header, but not more.
struct CsvRow {
  std::vector<std::string> fields;
  std::int64_t line = 1;  // where it starts
};

class CsvRows {
 public:
  // Receives a row, which it may move from; an error stops the reading. The header comes first.
  using Take = std::function<Result<void>(CsvRow&)>;
  // `file` must outlive the reader; it is named in errors.
  CsvRows(const std::filesystem::path& file, char delimiter, Take take_header, Take take_row);

  // Parses the next piece of the content.
  Result<void> add(std::string_view block);
  Result<void> finish();

  const std::vector<std::string>& header() const { return header_; }
  // Error: there is no such column.
  Result<std::size_t> column_of(const std::string& name) const;

 private:
  enum class State { field_begin, field, quoted, quote_in_quoted };

  Result<void> take_ordinary(std::string_view text);
  // Handles a quote, a delimiter or a line break.
  Result<void> take_special(char character);
  Result<void> end_field();
  Result<void> end_line();
  void begin_line();
  Error error_here(const char* code, Map arguments = {}) const;

  const std::filesystem::path& file_;
  const char delimiter_;
  Take take_header_, take_row_;
  State state_ = State::field_begin;
  bool after_return_ = false;    // the last character was "\r"
  bool is_quoted_line_ = false;  // a field of this row had quotes
  std::int64_t line_ = 1;        // the one being read
  std::size_t row_bytes_ = 0;
  std::string field_;
  CsvRow row_;
  std::vector<std::string> header_;
};

// Returns "," for .csv, a tab for .tsv; nothing for other files.
std::optional<char> csv_delimiter(const std::filesystem::path& file);

}  // namespace trainyard
