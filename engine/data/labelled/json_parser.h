// JSON objects, one a line or in one list.
#pragma once

#include <cstddef>
#include <string>

#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// A file is objects one after the other, mostly one a line, or one list of them. A label is a text,
// an integer or true or false; several, and words and their labels, are lists. What is null or not
// there has no value.
class JsonParser final : public RecordParser {
 public:
  // `file` and `settings` outlive the parser.
  JsonParser(const std::filesystem::path& file, const LabelledTextSettings& settings,
             TakeRecord take);

  Result<void> add(std::string_view block) override;
  Result<void> finish() override;

 private:
  // Where in the file it stands, outside of objects. A list's items are separated by commas.
  enum class Place { begin, objects, item, item_needed, after_item, end };

  Result<void> take_outside(char character);
  // Takes the begin of `rest`, up to the next character that decides anything.
  Result<void> take_inside(std::string_view& rest);
  Result<void> take_object();
  Result<void> read_texts(const Map& object, LabelledRecord& record) const;
  Result<void> read_label(const Map& object, LabelledRecord& record) const;
  Result<std::string> text_in(const Map& object, const std::string& column) const;
  Error error_here(const char* code, Map arguments = {}) const;

  const std::filesystem::path& file_;
  const LabelledTextSettings& settings_;
  TakeRecord take_;
  Place place_ = Place::begin;
  std::int64_t line_ = 1;
  std::int64_t record_line_ = 1;
  std::string object_;    // as far as it is read
  std::size_t open_ = 0;  // its braces and brackets that are not closed yet
  bool in_text_ = false, is_escaped_ = false;
};

}  // namespace trainyard
