// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a record as a format of instructions needs them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Texts come without the white space around them (Python's strip), as views of the record. What is
// not there, null or of another type is an error that names format and field, not the record.
class RecordFields {
 public:
  // Both outlive this. `number`: which record it is, from 0; decides what is left to chance.
  RecordFields(const Map& record, std::string_view format, std::uint64_t number)
      : record_(record), format_(format), number_(number) {}

  std::uint64_t number() const { return number_; }
  const Map& record() const { return record_; }

  Result<std::string_view> text(std::string_view field) const;
  // Empty when the field is not there at all.
  Result<std::string_view> text_if_there(std::string_view field) const;
  Result<std::vector<std::string_view>> texts(std::string_view field) const;
  // The texts of `inner`, a field of the object in `field`.
  Result<std::vector<std::string_view>> texts_within(std::string_view field,
                                                     std::string_view inner) const;
  // Each row of a list of rows, its cells joined by `separator`.
  Result<std::vector<std::string>> joined_rows(std::string_view field,
                                               std::string_view separator) const;
  // A whole number from 0 to below `count`, which may be written as a real or as true or false.
  Result<std::size_t> index(std::string_view field, std::size_t count) const;
  // The same as Python's int() reads it: also as text, and reals cut to whole numbers.
  Result<std::size_t> index_of_any_kind(std::string_view field, std::size_t count) const;
  // Which of `words` a text is, in lower or upper case.
  Result<std::size_t> word(std::string_view field,
                           std::initializer_list<std::string_view> words) const;
  // What the record itself says against its format.
  Error error(const char* code, Map arguments) const;

 private:
  Result<const Value*> value(std::string_view field) const;
  Result<std::string_view> text_of(const Value& value, std::string_view field) const;
  Result<std::vector<std::string_view>> texts_of(const Value& value, std::string_view field) const;
  Error wrong(std::string_view field, const char* expected, const Value& found) const;
  Error wrong_index(std::string_view field, std::size_t count, const Value& found) const;

  const Map& record_;
  std::string_view format_;
  std::uint64_t number_;
};

// `texts` with `separator` between them.
std::string joined(std::span<const std::string_view> texts, std::string_view separator);

// All of them one after the other, in one allocation.
std::string together(std::initializer_list<std::string_view> texts);

// A value as a message shows it: as JSON, shortened.
std::string shown(const Value& value);

}  // namespace trainyard
