// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects, one a line or in one list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/data/text_file.h"

namespace trainyard {

// An object and the line where it begins, from 1.
using TakeObject = std::function<Result<void>(Map&& object, std::int64_t line)>;

// Is given the content of a file piece by piece and hands on its objects: one after the other,
// mostly one a line, or one list of them. Memory: the longest object, at most most_record_bytes.
class JsonObjects {
 public:
  // `file` is named in errors and outlives this.
  JsonObjects(const std::filesystem::path& file, TakeObject take);

  Result<void> add(std::string_view block);
  // The file ends here.
  Result<void> finish();

 private:
  // Where in the file it stands, outside of objects. A list's items are separated by commas.
  enum class Place { begin, objects, item, item_needed, after_item, end };

  Result<void> take_outside(char character);
  // An object that `rest` begins with and holds whole; false when that cannot be said.
  Result<bool> take_quickly(std::string_view& rest);
  // Takes the beginning of `rest`, up to the next character that decides anything.
  Result<void> take_inside(std::string_view& rest);
  Result<void> take_object();
  Error error_here(const char* code) const;

  const std::filesystem::path& file_;
  TakeObject take_;
  Place place_ = Place::begin;
  std::int64_t line_ = 1;
  std::int64_t record_line_ = 1;
  std::string object_;    // as far as it is read
  std::size_t open_ = 0;  // its braces and brackets that are not closed yet
  bool in_text_ = false, is_escaped_ = false;
};

// Calls `take` for each object of `file`, whose content must be UTF-8 (a byte order mark at its
// begin is left out), and `go_on` with the bytes read so far. Errors, with file and line (exit code
// 2): what is no object or goes on without end; those of `take` and `go_on` as they are.
// Reads the first `most` bytes and leaves out the object that is cut there; whether that was all.
Result<bool> for_each_object(const TextFile& file, const TakeObject& take,
                             const TextFile::GoOn& go_on, std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
