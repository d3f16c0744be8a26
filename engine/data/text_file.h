// A text file as run_clm reads it: checked to be text, then line by line, each with its break.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Read with positioned reads, never mapped: a file that is cut short or a server that goes away
// while it is open is an error and not a signal. Memory: some MB, or the longest line. Move-only.
class TextFile {
 public:
  // Errors (exit code 2): not there, not a file, empty; it cannot be opened (exit code 3). The
  // content is not looked at yet.
  static Result<TextFile> open(const std::filesystem::path& path);

  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;
  ~TextFile();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }  // bytes, when it was opened

  // What a reading function asks now and then, given the bytes that are read; its error ends the
  // reading.
  using GoOn = std::function<Result<void>(std::uint64_t)>;

  // Errors (exit code 2) with line and offset of the first byte that is not text: a zero byte, or
  // one that is not UTF-8. A read that fails: exit code 3. Looks at the first `most` bytes.
  Result<void> check_text(const GoOn& go_on, std::uint64_t most = UINT64_MAX) const;

  // Calls `take` for one piece of the content after another, a few MB each, until it returns an
  // error or the first `most` bytes are read. A view is valid during the call only. A read that
  // fails: exit code 3.
  Result<void> for_each_block(const std::function<Result<void>(std::string_view)>& take,
                              std::uint64_t most = UINT64_MAX) const;

  // The same without a byte order mark at the begin; `go_on` is asked after each piece.
  Result<void> for_each_text_block(const std::function<Result<void>(std::string_view)>& take,
                                   const GoOn& go_on, std::uint64_t most = UINT64_MAX) const;

  // Calls `take` for each line until it returns an error; a line ends with "\n", and "\r\n" and
  // "\r" are read as "\n" (Python's universal newlines, which the `datasets` library uses). A view
  // is valid during the call only. A read that fails: exit code 3.
  Result<void> for_each_line(const std::function<Result<void>(std::string_view)>& take) const;

  // Up to `bytes` from `offset` on appended to `text`; all of it unless an error says otherwise.
  Result<void> append(std::string& text, std::uint64_t offset, std::size_t bytes) const;

 private:
  TextFile() = default;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace trainyard
