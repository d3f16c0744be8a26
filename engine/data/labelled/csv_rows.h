// SPDX-License-Identifier: GPL-3.0-or-later
// CSV read row by row: RFC 4180 with a header as pandas reads it. Fields may be quoted and then
// hold delimiters, breaks and doubled quotes; a row ends with "\n", "\r\n" or "\r"; rows of nothing
// but blanks are left out.
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

// A row may have fewer fields than the header, never more.
struct CsvRow {
  std::vector<std::string> fields;
  std::int64_t line = 1;  // where it begins
};

class CsvRows {
 public:
  // What gets a row, which it may move from; an error ends the reading. The header comes first.
  using Take = std::function<Result<void>(CsvRow&)>;
  // `file` outlives the reader and is named in errors.
  CsvRows(const std::filesystem::path& file, char delimiter, Take take_header, Take take_row);

  // The next piece of the content.
  Result<void> add(std::string_view block);
  Result<void> finish();

  const std::vector<std::string>& header() const { return header_; }
  // Error: there is none of this name.
  Result<std::size_t> column_of(const std::string& name) const;

 private:
  enum class State { field_begin, field, quoted, quote_in_quoted };

  Result<void> take_ordinary(std::string_view text);
  // A quote, a delimiter or a break.
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

// "," of .csv, a tab of .tsv; nothing for other files.
std::optional<char> csv_delimiter(const std::filesystem::path& file);

}  // namespace trainyard
