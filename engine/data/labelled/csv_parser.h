// CSV as RFC 4180 has it and pandas reads it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// The first line names the columns. A field that begins with a quote ends with one; two within are
// one. Lines end with "\n", "\r\n" or "\r", which may stand inside quotes; those that hold nothing
// but blanks are left out. Fields are text as they stand, "NA" and "null" too; several labels are
// separated by ";", blanks around them do not count, and an empty field is none.
class CsvParser final : public RecordParser {
 public:
  // `file` and `settings` outlive the parser.
  CsvParser(const std::filesystem::path& file, const LabelledTextSettings& settings, char delimiter,
            TakeRecord take);

  Result<void> add(std::string_view block) override;
  Result<void> finish() override;

 private:
  enum class State { field_begin, field, quoted, quote_in_quoted };

  Result<void> take_ordinary(std::string_view text);
  // A quote, a delimiter or a break.
  Result<void> take_special(char character);
  Result<void> end_field();
  Result<void> end_line();
  void begin_line();
  Result<void> take_header();
  Result<void> take_fields();
  Result<std::size_t> column_of(const std::string& name) const;
  // The field of a column; nothing when the line has too few.
  std::optional<std::string> field_of(std::size_t column) const;
  Result<void> read_label(LabelledRecord& record) const;
  Error error_here(const char* code, Map arguments = {}) const;

  const std::filesystem::path& file_;
  const LabelledTextSettings& settings_;
  const char delimiter_;
  TakeRecord take_;
  State state_ = State::field_begin;
  bool after_return_ = false;     // the last character was "\r"
  bool is_quoted_line_ = false;   // a field of this line had quotes
  std::int64_t line_ = 1;         // the one being read
  std::int64_t record_line_ = 1;  // where the record begins
  std::size_t record_bytes_ = 0;
  std::string field_;
  std::vector<std::string> fields_, header_;
  std::size_t text_ = 0, label_ = 0;  // columns
  std::optional<std::size_t> text_pair_;
};

}  // namespace trainyard
