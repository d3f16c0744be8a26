// SPDX-License-Identifier: GPL-3.0-or-later
// A text file as run_clm reads it: checked to be text, then line by line, each with its break. What
// is compressed is unpacked on the way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Read with positioned reads, never mapped: a file that is cut short or a server that goes away
// while it is open is an error and not a signal. Memory: some MB, or the longest line, at most
// kMostLineBytes. Move-only.
class TextFile {
 public:
  // Errors (exit code 2): not there, not a file, empty; it cannot be opened (exit code 3). The
  // content is not looked at yet.
  static Result<TextFile> open(const std::filesystem::path& path);

  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;
  ~TextFile();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }  // bytes on the disk, when it was opened

  // A longer line is taken for damage: a small compressed file can hold any number of bytes.
  static constexpr std::size_t kMostLineBytes = std::size_t{1} << 30;

  // What a reading function asks now and then, given the bytes that are read, of size(); its error
  // ends the reading.
  using GoOn = std::function<Result<void>(std::uint64_t)>;

  // Errors (exit code 2) with line and offset of the first byte that is not text: a zero byte, or
  // one that is not UTF-8; what Unpacker says. A read that fails: exit code 3. Looks at the first
  // `most` bytes of the text.
  Result<void> check_text(const GoOn& go_on, std::uint64_t most = UINT64_MAX) const;

  // Calls `take` for one piece of the content after another, a few MB each, until it returns an
  // error or the first `most` bytes are read, without a byte order mark at the start; a view is
  // valid during the call only. `go_on` is asked after each piece. Whether that was all. Errors: as
  // check_text.
  Result<bool> for_each_text_block(const std::function<Result<void>(std::string_view)>& take,
                                   const GoOn& go_on, std::uint64_t most = UINT64_MAX) const;

  // Calls `take` for each line until it returns an error; a line ends with "\n", and "\r\n" and
  // "\r" are read as "\n" (Python's universal newlines, which the `datasets` library uses). A view
  // is valid during the call only. `go_on` is asked after each piece. Errors: as check_text;
  // "data.long_line".
  Result<void> for_each_line(const std::function<Result<void>(std::string_view)>& take,
                             const GoOn& go_on) const;

  // Up to `bytes` from `offset` on appended to `text`; all of it unless an error says otherwise.
  Result<void> append(std::string& text, std::uint64_t offset, std::size_t bytes) const;
  // A piece of the unpacked content, which it may change, and how many bytes of the file are read.
  using TakePiece = std::function<Result<void>(std::string& piece, std::uint64_t read)>;
  // Whether that was all. What is left in a piece stands before the next one.
  Result<bool> for_each_piece(const TakePiece& take, std::uint64_t most) const;
  Result<bool> unpack_pieces(const TakePiece& take, std::uint64_t most) const;

 private:
  TextFile() = default;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace trainyard
