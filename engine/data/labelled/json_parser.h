// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled texts from JSON objects.
#pragma once

#include <optional>
#include <string>

#include "engine/data/json_objects.h"
#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// A file is parsed by JsonObjects. A label is a text, an integer, or true or false; several labels,
// and words and their labels, are lists. A member that is null or missing has no value.
class JsonParser final : public RecordParser {
 public:
  // `file` and `settings` must outlive the parser.
  JsonParser(const std::filesystem::path& file, const LabelledTextSettings& settings,
             TakeRecord take);

  Result<void> add(std::string_view block) override { return objects_.add(block); }
  Result<void> finish() override { return objects_.finish(); }
  // Handles a single object; `line` is the line or row for errors.
  Result<void> take_object(const Map& object, std::int64_t line);

 private:
  void choose_column(const Map& object);
  Result<void> read_texts(const Map& object, LabelledRecord& record) const;
  Result<void> read_label(const Map& object, LabelledRecord& record) const;
  Result<std::string> text_in(const Map& object, const std::string& column) const;
  Error error_here(const char* code, Map arguments = {}) const;

  const std::filesystem::path& file_;
  const LabelledTextSettings& settings_;
  TakeRecord take_;
  JsonObjects objects_;
  std::int64_t line_ = 1;  // where the record starts
  // The member that contains the text: determined for the file by the first record.
  std::optional<std::string> text_column_;
};

}  // namespace trainyard
