// A text file as run_clm reads it: checked to be text, then line by line, each with its break.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Mapped into memory; must not be changed while it is open. Move-only.
class TextFile {
 public:
  // Errors (exit code 2): not there, not a file, not readable, empty. The content is not looked at
  // yet.
  static Result<TextFile> open(const std::filesystem::path& path);

  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;
  ~TextFile();

  const std::filesystem::path& path() const { return path_; }
  std::string_view bytes() const { return {data_, size_}; }

  // Errors (exit code 2) with line and offset of the first byte that is not text: a zero byte, or
  // one that is not UTF-8.
  Result<void> check_text() const;

  // Calls `take` for each line; a line ends with "\n", and "\r\n" and "\r" are read as "\n"
  // (Python's universal newlines, which the `datasets` library uses). A view is valid during the
  // call only, unless it lies inside bytes().
  void for_each_line(const std::function<void(std::string_view)>& take) const;

 private:
  TextFile() = default;
  std::filesystem::path path_;
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace trainyard
