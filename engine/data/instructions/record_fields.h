// The fields of a record as a format of instructions needs them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Texts come without the white space around them (Python's strip). What is not there, null or of
// another type is an error that names format and field, not the record.
class RecordFields {
 public:
  // Both outlive this. `number`: which record it is, from 0; decides what is left to chance.
  RecordFields(const Map& record, std::string_view format, std::uint64_t number)
      : record_(record), format_(format), number_(number) {}

  std::uint64_t number() const { return number_; }
  const Map& record() const { return record_; }

  Result<std::string> text(const std::string& field) const;
  // Empty when the field is not there at all.
  Result<std::string> text_if_there(const std::string& field) const;
  Result<std::vector<std::string>> texts(const std::string& field) const;
  // The texts of `inner`, a field of the object in `field`.
  Result<std::vector<std::string>> texts_within(const std::string& field,
                                                const std::string& inner) const;
  // Each row of a list of rows, its cells joined by `separator`.
  Result<std::vector<std::string>> joined_rows(const std::string& field,
                                               std::string_view separator) const;
  // A whole number from 0 to below `count`, which may be written as a real or as true or false.
  Result<std::size_t> index(const std::string& field, std::size_t count) const;
  // The same as Python's int() reads it: also as text, and reals cut to whole numbers.
  Result<std::size_t> index_of_any_kind(const std::string& field, std::size_t count) const;
  // Which of `words` a text is, in lower or upper case.
  Result<std::size_t> word(const std::string& field,
                           std::initializer_list<std::string_view> words) const;
  // What the record itself says against its format.
  Error error(const char* code, Map arguments) const;

 private:
  Result<const Value*> value(const Map& map, const std::string& field) const;
  Result<std::string> text_of(const Value& value, const std::string& field) const;
  Result<std::vector<std::string>> texts_of(const Value& value, const std::string& field) const;
  Error wrong(const std::string& field, const char* expected, const Value& found) const;
  Error wrong_index(const std::string& field, std::size_t count, const Value& found) const;

  const Map& record_;
  std::string_view format_;
  std::uint64_t number_;
};

// `texts` with `separator` between them.
std::string joined(const std::vector<std::string>& texts, std::string_view separator);

// A value as a message shows it: as JSON, shortened.
std::string shown(const Value& value);

}  // namespace trainyard
