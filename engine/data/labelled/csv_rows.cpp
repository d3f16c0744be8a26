// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/csv_rows.h"

#include <algorithm>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/data/labelled/record_parser.h"
#include "engine/data/record_error.h"

namespace trainyard {

namespace {

constexpr std::size_t max_columns = 65536;

bool is_all_blank(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace

CsvRows::CsvRows(const std::filesystem::path& file, char delimiter, Take take_header, Take take_row)
    : file_(file),
      delimiter_(delimiter),
      take_header_(std::move(take_header)),
      take_row_(std::move(take_row)) {}

Error CsvRows::error_here(const char* code, Map arguments) const {
  return record_error(file_, row_.line, make_error(code, std::move(arguments)));
}

Result<void> CsvRows::add(std::string_view block) {
  const char special[] = {'"', '\n', '\r', delimiter_};
  while (!block.empty()) {
    const std::size_t end = std::min(block.find_first_of({special, sizeof special}), block.size());
    if (end > 0) {
      TRY(take_ordinary(block.substr(0, end)));
    }
    if (end == block.size()) return {};
    TRY(take_special(block[end]));
    block.remove_prefix(end + 1);
  }
  return {};
}

Result<void> CsvRows::finish() {
  if (state_ == State::quoted) return error_here("record.open_quote");
  if (row_bytes_ > 0) {
    TRY(end_line());
  }
  return header_.empty() ? error_here("record.no_header") : Result<void>();
}

Result<void> CsvRows::take_ordinary(std::string_view text) {
  after_return_ = false;
  row_bytes_ += text.size();
  if (row_bytes_ > max_record_bytes) return error_here("record.too_long");
  if (state_ != State::quoted) state_ = State::field;
  field_ += text;
  return {};
}

Result<void> CsvRows::take_special(char character) {
  const bool is_break = character == '\n' || character == '\r';
  const bool continues_break = character == '\n' && after_return_;
  after_return_ = character == '\r';
  if (is_break && !continues_break) ++line_;
  if (++row_bytes_ > max_record_bytes) return error_here("record.too_long");
  if (state_ == State::quoted) {
    if (character == '"')
      state_ = State::quote_in_quoted;
    else
      field_ += character;
  } else if (continues_break) {
    begin_line();
  } else if (is_break) {
    return end_line();
  } else if (character == delimiter_) {
    return end_field();
  } else if (state_ == State::field) {
    field_ += character;
  } else {
    // The second of two quotes in a quoted field is a literal quote.
    if (state_ == State::quote_in_quoted) field_ += '"';
    state_ = State::quoted;
    is_quoted_line_ = true;
  }
  return {};
}

Result<void> CsvRows::end_field() {
  row_.fields.push_back(std::move(field_));
  field_.clear();
  state_ = State::field_begin;
  if (header_.empty() && row_.fields.size() > max_columns)
    return error_here("record.too_many_columns",
                      {{"limit", static_cast<std::int64_t>(max_columns)}});
  if (!header_.empty() && row_.fields.size() > header_.size())
    return error_here("record.too_many_fields",
                      {{"columns", static_cast<std::int64_t>(header_.size())}});
  return {};
}

void CsvRows::begin_line() {
  row_.fields.clear();
  row_bytes_ = 0;
  is_quoted_line_ = false;
  row_.line = line_;
}

Result<void> CsvRows::end_line() {
  TRY(end_field());
  const bool is_blank = row_.fields.size() == 1 && !is_quoted_line_ && is_all_blank(row_.fields[0]);
  if (!is_blank) {
    if (header_.empty()) {
      header_ = row_.fields;
      TRY(take_header_(row_));
    } else {
      TRY(take_row_(row_));
    }
  }
  begin_line();
  return {};
}

Result<std::size_t> CsvRows::column_of(const std::string& name) const {
  const auto place = std::ranges::find(header_, name);
  if (place != header_.end()) return static_cast<std::size_t>(place - header_.begin());
  return error_here("record.no_column", {{"column", name}, {"columns", comma_list(header_)}});
}

std::optional<char> csv_delimiter(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  if (ending == ".csv") return ',';
  if (ending == ".tsv") return '\t';
  return std::nullopt;
}

}  // namespace trainyard
