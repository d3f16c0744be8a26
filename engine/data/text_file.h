// SPDX-License-Identifier: GPL-3.0-or-later
// A text file as read by run_clm: validated as text, then read line by line, including line breaks.
// Compressed files are decompressed on the fly.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// Uses positioned reads, never a mapping: a file that is truncated or a server that becomes
// unavailable while it is open is an error and not a signal. Memory: some MB, or the longest line,
// at most kMaxLineBytes. Move-only.
class TextFile {
 public:
  // Errors (exit code 2): missing, not a file, empty; it cannot be opened (exit code 3). The
  // content is not read yet.
  static Result<TextFile> open(const std::filesystem::path& path);

  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;
  ~TextFile();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }  // on disk, when it was opened

  // A longer line is considered damaged: a small compressed file can contain any number of bytes.
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 30;

  // Called regularly while reading with the number of bytes read, out of size(); its error stops
  // the reading.
  using OnProgress = std::function<Result<void>(std::uint64_t)>;

  // Errors (exit code 2) with line and offset of the first byte that is not text: a zero byte, or
  // invalid UTF-8; those of Unpacker. Read errors: exit code 3. Checks the first `most` bytes of
  // the text.
  Result<void> check_text(const OnProgress& on_progress, std::uint64_t most = UINT64_MAX) const;

  // Makes the functions below check the content like check_text() while they read it, so that a
  // large file need not be read twice.
  void check_while_reading() { is_checked_while_read_ = true; }

  // Calls `take` for one piece of the content after another, a few MB each, until it returns an
  // error or the first `most` bytes are read, without a byte order mark at the start; a view is
  // valid during the call only. `on_progress` is called after each piece. Returns whether that was
  // the whole file. Errors: those of check_text.
  Result<bool> for_each_text_block(const std::function<Result<void>(std::string_view)>& take,
                                   const OnProgress& on_progress,
                                   std::uint64_t most = UINT64_MAX) const;

  // Calls `take` for each line until it returns an error; a line ends with "\n", and "\r\n" and
  // "\r" are read as "\n" (Python's universal newlines, which the `datasets` library uses). A view
  // is valid during the call only. `on_progress` is called after each piece. Errors: those of
  // check_text; "data.long_line".
  Result<void> for_each_line(const std::function<Result<void>(std::string_view)>& take,
                             const OnProgress& on_progress) const;

  // Appends up to `bytes` bytes from `offset` to `text`; all of them unless there is an error.
  Result<void> append(std::string& text, std::uint64_t offset, std::size_t bytes) const;
  // Receives a piece of the decompressed content, which it may modify, and how many bytes of the
  // file are read.
  using TakePiece = std::function<Result<void>(std::string& piece, std::uint64_t read)>;
  // Returns whether that was the whole file. What `take` leaves in a piece is prepended to the
  // next.
  Result<bool> for_each_piece(const TakePiece& take, std::uint64_t most) const;

 private:
  TextFile() = default;
  // Like for_each_piece, without the check.
  Result<bool> read_pieces(const TakePiece& take, std::uint64_t most) const;
  Result<bool> unpack_pieces(const TakePiece& take, std::uint64_t most) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool is_checked_while_read_ = false;
};

}  // namespace trainyard
