// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/data/unpacker.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {

namespace {

constexpr std::size_t block_bytes = 4u << 20;
constexpr std::size_t packed_bytes = 256u << 10;  // read at once

Error unusable(const char* code, const std::filesystem::path& path, Map arguments = {}) {
  arguments.emplace_back("file", path.string());
  return make_error(code, std::move(arguments));
}

// Splits a line that contains carriage returns into several lines.
Result<void> split_carriage_returns(std::string_view line,
                                    const std::function<Result<void>(std::string_view)>& take) {
  std::string translated;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\r')
      translated += line[i];
    else if (i + 1 == line.size() || line[i + 1] != '\n')
      translated += '\n';
  }
  std::string_view rest = translated;
  while (!rest.empty()) {
    TRY(take(take_line(rest)));
  }
  return {};
}

// Validates a text piece by piece.
class TextCheck {
 public:
  explicit TextCheck(const std::filesystem::path& path) : path_(path) {}

  // `text` continues where the last one ended, preceded by the bytes that this function left: those
  // of an incomplete character. Removes what has been checked.
  Result<void> take(std::string& text, bool is_last) {
    const std::size_t whole = is_last ? text.size() : whole_characters(text);
    const std::string_view seen = std::string_view(text).substr(0, whole);
    if (const std::size_t zero = seen.find('\0'); zero != seen.npos)
      return refuse("data.binary", seen, zero);
    if (const auto fault = find_invalid_utf8(seen))
      return refuse("data.not_utf8", seen, fault->byte_offset);
    offset_ += whole;
    breaks_ += std::count(seen.begin(), seen.end(), '\n');
    text.erase(0, whole);
    return {};
  }

 private:
  // At most the last three bytes may belong to an incomplete character.
  static std::size_t whole_characters(const std::string& text) {
    std::size_t end = text.size();
    for (int back = 0; back < 3 && end > 0; ++back) {
      const auto byte = static_cast<unsigned char>(text[end - 1]);
      if (byte < 0x80) return text.size();
      --end;
      if (byte >= 0xC0) return end;
    }
    return text.size();
  }

  Error refuse(const char* code, std::string_view seen, std::size_t place) const {
    const auto breaks = std::count(seen.begin(), seen.begin() + place, '\n');
    return unusable(code, path_,
                    {{"line", static_cast<std::int64_t>(breaks_ + breaks + 1)},
                     {"offset", static_cast<std::int64_t>(offset_ + place)}});
  }

  const std::filesystem::path& path_;
  std::uint64_t offset_ = 0;
  std::int64_t breaks_ = 0;
};

}  // namespace

Result<TextFile> TextFile::open(const std::filesystem::path& path) {
  TextFile file;
  file.path_ = path;
  // O_NONBLOCK: a FIFO without a writer must not block the reader.
  file.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file.descriptor_ < 0 && errno == ENOENT) return unusable("data.missing", path);
  struct stat status{};
  if (file.descriptor_ < 0 || ::fstat(file.descriptor_, &status) != 0)
    return file_error(path, errno, FileStep::read);
  if (!S_ISREG(status.st_mode)) return unusable("data.not_file", path);
  if (status.st_size == 0) return unusable("data.empty", path);
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

TextFile::TextFile(TextFile&& other) noexcept { *this = std::move(other); }

TextFile& TextFile::operator=(TextFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(is_checked_while_read_, other.is_checked_while_read_);
  return *this;
}

TextFile::~TextFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> TextFile::append(std::string& text, std::uint64_t offset, std::size_t bytes) const {
  const std::size_t before = text.size();
  text.resize(before + bytes);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = ::pread(descriptor_, text.data() + before + done, bytes - done,
                                  static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, FileStep::read);
    if (count == 0) return unusable("data.shortened", path_);
    done += static_cast<std::size_t>(count);
  }
  return {};
}

Result<bool> TextFile::unpack_pieces(const TakePiece& take, std::uint64_t most) const {
  TRY(const auto unpacker, Unpacker::create(compression_of(path_), path_));
  std::string packed, piece;
  std::uint64_t unpacked = 0;
  for (std::uint64_t offset = 0; offset < size_;) {
    const std::size_t bytes = std::min<std::uint64_t>(packed_bytes, size_ - offset);
    packed.clear();
    TRY(append(packed, offset, bytes));
    offset += bytes;
    // If the piece is full, the decompressor may have more output without further input.
    std::string_view rest = packed;
    for (bool is_filled = true; is_filled || !rest.empty();) {
      const std::size_t before = piece.size();
      TRY(unpacker->unpack(rest, piece));
      const std::size_t made = piece.size() - before;
      is_filled = made == Unpacker::kMaxAtOnce;
      unpacked += made;
      if (made > 0) {
        if (unpacked > most) piece.resize(piece.size() - (unpacked - most));
        TRY(take(piece, offset - rest.size()));
      }
      if (unpacked > most) return false;
    }
  }
  TRY(unpacker->finish());
  if (unpacked == 0) return unusable("data.empty", path_);
  return true;
}

Result<bool> TextFile::read_pieces(const TakePiece& take, std::uint64_t most) const {
  if (compression_of(path_) != Compression::none) return unpack_pieces(take, most);
  std::string piece;
  const std::uint64_t end = std::min(size_, most);
  for (std::uint64_t offset = 0; offset < end;) {
    const std::size_t bytes = std::min<std::uint64_t>(block_bytes, end - offset);
    TRY(append(piece, offset, bytes));
    offset += bytes;
    TRY(take(piece, offset));
  }
  return end == size_;
}

Result<bool> TextFile::for_each_piece(const TakePiece& take, std::uint64_t most) const {
  if (!is_checked_while_read_) return read_pieces(take, most);
  TextCheck check(path_);
  std::string unchecked;
  std::size_t left = 0;  // by `take` of the last piece, which is checked already
  TRY(const bool is_whole, read_pieces(
                               [&](std::string& piece, std::uint64_t read) -> Result<void> {
                                 unchecked.append(piece, left);
                                 TRY(check.take(unchecked, /*is_last=*/false));
                                 TRY(take(piece, read));
                                 left = piece.size();
                                 return {};
                               },
                               most));
  if (is_whole) {
    TRY(check.take(unchecked, /*is_last=*/true));
  }
  return is_whole;
}

Result<void> TextFile::check_text(const OnProgress& on_progress, std::uint64_t most) const {
  if (ending_of(path_) == ".parquet") return {};  // not text; checked when it is read
  TextCheck check(path_);
  std::string rest;
  TRY(const bool is_whole, read_pieces(
                               [&](std::string& piece, std::uint64_t read) -> Result<void> {
                                 TRY(check.take(piece, /*is_last=*/false));
                                 rest = piece;
                                 return on_progress(read);
                               },
                               most));
  return is_whole ? check.take(rest, /*is_last=*/true) : Result<void>();
}

Result<bool> TextFile::for_each_text_block(
    const std::function<Result<void>(std::string_view)>& take, const OnProgress& on_progress,
    std::uint64_t most) const {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  bool is_first = true;
  return for_each_piece(
      [&](std::string& piece, std::uint64_t read) -> Result<void> {
        std::string_view block = piece;
        if (std::exchange(is_first, false) && block.starts_with(kByteOrderMark))
          block.remove_prefix(kByteOrderMark.size());
        TRY(take(block));
        piece.clear();
        return on_progress(read);
      },
      most);
}

Result<void> TextFile::for_each_line(const std::function<Result<void>(std::string_view)>& take,
                                     const OnProgress& on_progress) const {
  const auto take_whole = [&](std::string_view line) -> Result<void> {
    if (line.find('\r') == line.npos) return take(line);
    return split_carriage_returns(line, take);
  };
  std::string last_line;
  std::size_t searched = 0;  // part of the rest that is known to have no break
  const auto take_piece = [&](std::string& text, std::uint64_t read) -> Result<void> {
    const std::size_t last = std::string_view(text).substr(searched).rfind('\n');
    if (last != std::string_view::npos) {
      std::string_view rest = std::string_view(text).substr(0, searched + last + 1);
      while (!rest.empty()) {
        TRY(take_whole(take_line(rest)));
      }
      text.erase(0, searched + last + 1);
    }
    searched = text.size();
    if (searched > kMaxLineBytes) return unusable("data.long_line", path_);
    if (read == size_) last_line = text;
    return on_progress(read);
  };
  TRY(for_each_piece(take_piece, UINT64_MAX));
  return last_line.empty() ? Result<void>() : take_whole(last_line);
}

}  // namespace trainyard
