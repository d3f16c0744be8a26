// SPDX-License-Identifier: GPL-3.0-or-later
// Access to a record's fields for instruction formats.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Texts are returned without surrounding white space (Python's strip), as views into the record. A
// field that is missing, null or of the wrong type is an error that names format and field, but not
// the record.
class RecordFields {
 public:
  // `record` and `format` must outlive this. `number` is the index of the record, from 0, and
  // determines random choices.
  RecordFields(const Map& record, std::string_view format, std::uint64_t number)
      : record_(record), format_(format), number_(number) {}

  std::uint64_t number() const { return number_; }
  const Map& record() const { return record_; }

  Result<std::string_view> text(std::string_view field) const;
  // Empty if the field is missing.
  Result<std::string_view> text_if_there(std::string_view field) const;
  Result<std::vector<std::string_view>> strings(std::string_view field) const;
  // The texts of `inner`, a field of the object in `field`.
  Result<std::vector<std::string_view>> texts_within(std::string_view field,
                                                     std::string_view inner) const;
  // Returns each row of a list of rows, its cells joined by `separator`.
  Result<std::vector<std::string>> joined_rows(std::string_view field,
                                               std::string_view separator) const;
  // Returns an integer in [0, count), which may be written as a real number or as true or false.
  Result<std::size_t> index(std::string_view field, std::size_t count) const;
  // The same, parsed like Python's int(): also from text, and real numbers are truncated.
  Result<std::size_t> index_of_any_kind(std::string_view field, std::size_t count) const;
  // Returns the index in `words` that the text matches, ignoring case.
  Result<std::size_t> word(std::string_view field,
                           std::initializer_list<std::string_view> words) const;
  // An error in the record itself.
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

// Joins `texts` with `separator`.
std::string joined(std::span<const std::string_view> texts, std::string_view separator);

// Concatenates `texts` in one allocation.
std::string together(std::initializer_list<std::string_view> texts);

// Formats a value for a message: as JSON, shortened.
std::string shown(const Value& value);

}  // namespace trainyard
