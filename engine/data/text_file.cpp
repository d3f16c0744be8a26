#include "engine/data/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/text/utf8.h"

namespace trainyard {

namespace {

constexpr std::size_t block_bytes = 4u << 20;

Error unusable(const char* code, const std::filesystem::path& path, Map arguments = {}) {
  arguments.emplace_back("file", path.string());
  return make_error(code, std::move(arguments));
}

// A line that holds carriage returns, cut into the lines that they make.
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

// Looks at a text in pieces.
class TextCheck {
 public:
  explicit TextCheck(const std::filesystem::path& path) : path_(path) {}

  // `text` goes on where the last one ended, less the bytes that this function left: those of a
  // character that is not whole yet. Removes what is checked.
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
  // At most the last three bytes may belong to a character that goes on.
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
  // O_NONBLOCK: a FIFO without a writer must not hold the reader.
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

Result<void> TextFile::check_text(const GoOn& go_on, std::uint64_t most) const {
  TextCheck check(path_);
  std::string text;
  const std::uint64_t end = std::min(size_, most);
  for (std::uint64_t offset = 0; offset < end;) {
    const std::size_t bytes = std::min<std::uint64_t>(block_bytes, end - offset);
    TRY(append(text, offset, bytes));
    offset += bytes;
    TRY(check.take(text, offset == size_));
    TRY(go_on(offset));
  }
  return {};
}

Result<void> TextFile::for_each_block(const std::function<Result<void>(std::string_view)>& take,
                                      std::uint64_t most) const {
  std::string block;
  const std::uint64_t end = std::min(size_, most);
  for (std::uint64_t offset = 0; offset < end; offset += block.size()) {
    block.clear();
    TRY(append(block, offset, std::min<std::uint64_t>(block_bytes, end - offset)));
    TRY(take(block));
  }
  return {};
}

Result<void> TextFile::for_each_text_block(
    const std::function<Result<void>(std::string_view)>& take, const GoOn& go_on,
    std::uint64_t most) const {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::uint64_t done = 0;
  return for_each_block(
      [&](std::string_view block) -> Result<void> {
        const std::size_t size = block.size();
        if (done == 0 && block.starts_with(kByteOrderMark))
          block.remove_prefix(kByteOrderMark.size());
        TRY(take(block));
        done += size;
        return go_on(done);
      },
      most);
}

Result<void> TextFile::for_each_line(
    const std::function<Result<void>(std::string_view)>& take) const {
  const auto take_whole = [&](std::string_view line) -> Result<void> {
    if (line.find('\r') == line.npos) return take(line);
    return split_carriage_returns(line, take);
  };
  std::string text;
  for (std::uint64_t offset = 0; offset < size_;) {
    const std::size_t bytes = std::min<std::uint64_t>(block_bytes, size_ - offset);
    const std::size_t searched = text.size();  // holds no break
    TRY(append(text, offset, bytes));
    offset += bytes;
    const std::size_t last = text.rfind('\n');
    if (last == text.npos || last < searched) continue;
    std::string_view rest = std::string_view(text).substr(0, last + 1);
    while (!rest.empty()) {
      TRY(take_whole(take_line(rest)));
    }
    text.erase(0, last + 1);
  }
  return text.empty() ? Result<void>() : take_whole(text);
}

}  // namespace trainyard
