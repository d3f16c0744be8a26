// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/files/whole_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

Result<void> write_temporary(const fs::path& path, std::string_view content) {
  ::unlink(path.c_str());  // left by a dead process with the same pid
  TRY(auto file, DurableFile::create(path));
  TRY(file.write(content.data(), content.size()));
  return file.finish();
}

// The same error, with the requested file as its path.
Error of_file(Error failure, const fs::path& path) {
  for (auto& [name, value] : failure.arguments)
    if (name == "path") value = path.string();
  return make_error(failure.code, std::move(failure.arguments), failure.exit_code);
}

}  // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view content,
                                   const std::function<Result<void>()>& last_look) {
  static std::atomic<unsigned> counter{0};
  fs::path temporary = path;
  temporary += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  auto written = write_temporary(temporary, content);
  if (written && last_look) {
    if (auto looked = last_look(); !looked) {
      ::unlink(temporary.c_str());
      return looked;
    }
  }
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = file_error(path, errno, FileStep::write);
  if (!written) {
    ::unlink(temporary.c_str());
    return of_file(std::move(written).error(), path);
  }
  return sync_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
}

Result<void> write_file_atomically(const fs::path& path, std::string_view content) {
  return write_file_atomically(path, content, {});
}

Result<std::string> read_file(const fs::path& path, std::uint64_t limit_bytes) {
  const auto failure = [&](const char* code, Map more = {}) {
    Map arguments{{"path", path.string()}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return make_error(code, std::move(arguments));
  };
  // O_NONBLOCK: a FIFO without a writer must not block the reader.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open())
    return errno == ENOENT || errno == ENOTDIR
               ? failure("file.missing")
               : failure("file.read", {{"problem", std::strerror(errno)}});
  struct stat status{};
  if (::fstat(file.number(), &status) != 0)
    return failure("file.read", {{"problem", std::strerror(errno)}});
  if (!S_ISREG(status.st_mode)) return failure("file.not_file");
  std::string out;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.number(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure("file.read", {{"problem", std::strerror(errno)}});
    if (got == 0) return out;
    if (out.size() + static_cast<std::size_t>(got) > limit_bytes)
      return failure("file.too_large", {{"limit", static_cast<std::int64_t>(limit_bytes)}});
    out.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace trainyard
