// SPDX-License-Identifier: GPL-3.0-or-later
// CSV according to RFC 4180, read like pandas does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/labelled/csv_rows.h"
#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// The first line names the columns. Fields are literal text, including "NA" and "null"; several
// labels are separated by ";", ignoring blanks around them, and an empty field means none.
class CsvParser final : public RecordParser {
 public:
  // `file` and `settings` must outlive the parser.
  CsvParser(const std::filesystem::path& file, const LabelledTextSettings& settings, char delimiter,
            TakeRecord take);

  Result<void> add(std::string_view block) override { return rows_.add(block); }
  Result<void> finish() override { return rows_.finish(); }

 private:
  Result<void> take_header();
  Result<void> take_fields(CsvRow& row);
  Result<void> read_label(const CsvRow& row, LabelledRecord& record) const;
  Error error_at(const CsvRow& row, const char* code, Map arguments = {}) const;

  const std::filesystem::path& file_;
  const LabelledTextSettings& settings_;
  TakeRecord take_;
  CsvRows rows_;
  std::size_t text_ = 0, label_ = 0;  // column indices
  std::optional<std::size_t> text_pair_;
};

}  // namespace trainyard
