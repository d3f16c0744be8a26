#include "engine/data/text_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/text/utf8.h"

namespace trainyard {

namespace {

Error unusable(const std::filesystem::path& path, const std::string& code, const std::string& what,
               Map arguments = {}) {
  arguments.emplace_back("file", path.string());
  return {"data." + code, std::move(arguments), path.string() + ": " + what,
          ExitCode::invalid_input};
}

// A line that holds carriage returns, cut into the lines that they make.
void split_carriage_returns(std::string_view line,
                            const std::function<void(std::string_view)>& take) {
  std::string translated;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\r') {
      translated += line[i];
    } else if (i + 1 == line.size() || line[i + 1] != '\n') {
      translated += '\n';
    }
  }
  std::string_view rest = translated;
  while (!rest.empty()) take(take_line(rest));
}

}  // namespace

Result<TextFile> TextFile::open(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT)
      return unusable(path, "missing", "there is no such file; correct the path under data");
    return unusable(path, "unreadable", std::string("cannot be opened: ") + std::strerror(errno));
  }
  struct stat status{};
  const bool known = ::fstat(descriptor, &status) == 0;
  TextFile file;
  file.path_ = path;
  if (known && S_ISREG(status.st_mode) && status.st_size > 0) {
    file.size_ = static_cast<std::size_t>(status.st_size);
    void* mapped = ::mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    file.data_ = mapped == MAP_FAILED ? nullptr : static_cast<const char*>(mapped);
  }
  ::close(descriptor);
  if (!known || !S_ISREG(status.st_mode))
    return unusable(path, "unreadable", "is not a file; name a text file under data");
  if (status.st_size == 0)
    return unusable(path, "empty", "is empty; there is nothing to learn from it");
  if (!file.data_) return unusable(path, "unreadable", "cannot be read into memory");
  return file;
}

TextFile::TextFile(TextFile&& other) noexcept { *this = std::move(other); }

TextFile& TextFile::operator=(TextFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

TextFile::~TextFile() {
  if (data_) ::munmap(const_cast<char*>(data_), size_);
}

Result<void> TextFile::check_text() const {
  const std::string_view text = bytes();
  const auto place = [&](std::size_t line, std::size_t offset) {
    return "line " + std::to_string(line) + " (byte offset " + std::to_string(offset) + ")";
  };
  const auto arguments = [](std::size_t line, std::size_t offset) {
    return Map{{"line", static_cast<std::int64_t>(line)},
               {"offset", static_cast<std::int64_t>(offset)}};
  };
  if (const std::size_t zero = text.find('\0'); zero != text.npos) {
    const std::size_t line =
        1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + zero, '\n'));
    return unusable(path_, "binary",
                    "holds a zero byte in " + place(line, zero) + ", so it is no text file",
                    arguments(line, zero));
  }
  if (const auto fault = find_invalid_utf8(text))
    return unusable(path_, "not_utf8",
                    "is not UTF-8 in " + place(fault->line, fault->byte_offset) +
                        "; convert it, for example with iconv",
                    arguments(fault->line, fault->byte_offset));
  return {};
}

void TextFile::for_each_line(const std::function<void(std::string_view)>& take) const {
  std::string_view rest = bytes();
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (line.find('\r') == line.npos)
      take(line);
    else
      split_carriage_returns(line, take);
  }
}

}  // namespace trainyard
