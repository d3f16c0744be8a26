#include "engine/contract/durable_file.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace trainyard {

Error file_error(const std::filesystem::path& path, int error_number, const std::string& what) {
  const bool full = error_number == ENOSPC || error_number == EDQUOT;
  const std::string reason = error_number == ENOSPC ? "the disk is full; free some space and resume"
                             : error_number == EDQUOT
                                 ? "the disk quota is used up; free some space and resume"
                                 : std::strerror(error_number);
  return {full ? "file.disk_full" : "file.failed",
          {{"file", path.string()}, {"reason", reason}},
          what + " " + path.string() + ": " + reason,
          ExitCode::environment};
}

Result<DurableFile> DurableFile::create(const std::filesystem::path& path) {
  DurableFile file(path);
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file.descriptor_ < 0) return file_error(path, errno, "cannot create");
  return file;
}

DurableFile::DurableFile(DurableFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(other.descriptor_) {
  other.descriptor_ = -1;
}

DurableFile& DurableFile::operator=(DurableFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

DurableFile::~DurableFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> DurableFile::write(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t count = ::write(descriptor_, next, std::min<std::size_t>(bytes, 64u << 20));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, "cannot write");
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return {};
}

Result<void> DurableFile::finish() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::fsync(descriptor) != 0) {
    const int error_number = errno;
    ::close(descriptor);
    return file_error(path_, error_number, "cannot write");
  }
  if (::close(descriptor) != 0) return file_error(path_, errno, "cannot write");
  return {};
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return file_error(folder, errno, "cannot open");
  const int status = ::fsync(descriptor);
  const int error_number = errno;
  ::close(descriptor);
  // Some network file systems cannot sync folders and say so; the rename is then as durable as they
  // make it.
  if (status != 0 && error_number != EINVAL && error_number != ENOTSUP)
    return file_error(folder, error_number, "cannot sync");
  return {};
}

Result<void> rename_new(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno != EINVAL && errno != ENOSYS) return file_error(to, errno, "cannot publish");
  struct stat status{};
  if (::lstat(to.c_str(), &status) == 0) return file_error(to, EEXIST, "cannot publish");
  if (::rename(from.c_str(), to.c_str()) != 0) return file_error(to, errno, "cannot publish");
  return {};
}

Result<FileDigest> digest_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return file_error(path, errno, "cannot open");
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::vector<char> buffer(1 << 20);
  FileDigest digest;
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error_number = errno;
      ::close(descriptor);
      return file_error(path, error_number, "cannot read");
    }
    if (count == 0) break;
    XXH3_64bits_update(state.get(), buffer.data(), static_cast<std::size_t>(count));
    digest.bytes += static_cast<std::uint64_t>(count);
  }
  ::close(descriptor);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits_digest(state.get())));
  digest.xxh3_64 = text;
  return digest;
}

std::string digest_text(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx",
                static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return digits;
}

}  // namespace trainyard
