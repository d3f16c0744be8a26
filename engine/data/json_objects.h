// SPDX-License-Identifier: GPL-3.0-or-later
// JSON objects, one per line or in one list.
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

// Receives an object and the line where it starts, from 1.
using TakeObject = std::function<Result<void>(Map&& object, std::int64_t line)>;

// Incremental parser that receives a file's content piece by piece and passes on its objects: one
// after the other, usually one per line, or in one list. Memory: the longest object, at most
// max_record_bytes.
class JsonObjects {
 public:
  // `file` is named in errors and must outlive this.
  JsonObjects(const std::filesystem::path& file, TakeObject take);

  Result<void> add(std::string_view block);
  // Signals the end of the file.
  Result<void> finish();

 private:
  // The parser's position in the file, outside of objects. The items of a list are separated by
  // commas.
  enum class Place { begin, objects, item, item_needed, after_item, end };

  Result<void> take_outside(char character);
  // Takes an object that `rest` starts with and contains completely; returns false if that is
  // unclear.
  Result<bool> take_quickly(std::string_view& rest);
  // Consumes the start of `rest`, up to the next significant character.
  Result<void> take_inside(std::string_view& rest);
  Result<void> take_object();
  Error error_here(const char* code) const;

  const std::filesystem::path& file_;
  TakeObject take_;
  Place place_ = Place::begin;
  std::int64_t line_ = 1;
  std::int64_t record_line_ = 1;
  std::string object_;    // as far as it has been read
  std::size_t open_ = 0;  // its unclosed braces and brackets
  bool in_text_ = false, is_escaped_ = false;
};

// Calls `take` for each object of `file`, which must be UTF-8 (a byte order mark at its start is
// skipped), and `on_progress` with the bytes read so far. Errors, with file and line (exit code 2):
// anything that is not an object or is not closed; those of `take` and `on_progress` unchanged.
// Reads the first `most` bytes and skips an object that is cut off there; returns whether that was
// the whole file.
Result<bool> for_each_object(const TextFile& file, const TakeObject& take,
                             const TextFile::OnProgress& on_progress,
                             std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
