// read_file and write_file_atomically of run_folder.h: the system calls behind a file that is whole
// or not there.
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  int close() {
    if (number_ < 0) return 0;
    return ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

// 0, or the reason.
int write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Some file systems do not know fsync of folders (EINVAL); there is nothing better to do on them.
int sync_parent(const fs::path& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) return errno;
  return ::fsync(folder.number()) == 0 || errno == EINVAL ? 0 : errno;
}

int write_temporary(const fs::path& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) return errno;
  if (const int reason = write_all(file.number(), content)) return reason;
  if (::fsync(file.number()) != 0) return errno;
  return file.close() == 0 ? 0 : errno;
}

}  // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view content,
                                   const std::function<Result<void>()>& last_look) {
  static std::atomic<unsigned> counter{0};
  fs::path temporary = path;
  temporary += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  int reason = write_temporary(temporary, content);
  if (reason == EEXIST) {  // left by a process of the same id that died
    ::unlink(temporary.c_str());
    reason = write_temporary(temporary, content);
  }
  if (reason == 0 && last_look)
    if (auto looked = last_look(); !looked) {
      ::unlink(temporary.c_str());
      return looked;
    }
  if (reason == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) {
    ::unlink(temporary.c_str());
    return file_error(path, reason, FileStep::write);
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (const int unsynced = sync_parent(folder)) return file_error(path, unsynced, FileStep::write);
  return {};
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
  // O_NONBLOCK: a FIFO without a writer must not hold the reader.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0)
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
