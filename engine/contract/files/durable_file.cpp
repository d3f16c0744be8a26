// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/files/durable_file.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/contract/describe/field.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error folder_failure(const std::filesystem::path& path, int reason) {
  if (reason == EEXIST || reason == ENOTDIR)
    return make_error("folder.not_folder", {{"path", path.string()}});
  return make_error("folder.create", {{"path", path.string()}, {"problem", std::strerror(reason)}});
}

}  // namespace

Error file_error(const std::filesystem::path& path, int error_number, FileStep step) {
  Map arguments{{"path", path.string()}};
  if (error_number == ENOSPC) return make_error("file.disk_full", std::move(arguments));
  if (error_number == EDQUOT) return make_error("file.quota_full", std::move(arguments));
  if (step != FileStep::read &&
      (error_number == EACCES || error_number == EPERM || error_number == EROFS))
    return make_error("file.permission", std::move(arguments));
  arguments.emplace_back("problem", std::strerror(error_number));
  const char* code = step == FileStep::read    ? "file.read"
                     : step == FileStep::write ? "file.write"
                                               : "file.publish";
  return make_error(code, std::move(arguments), ExitCode::environment);
}

unsigned file_mode() {
  const char* shared = std::getenv("TRAINYARD_SHARE_WITH_GROUP");
  return shared && std::string_view(shared) == "1" ? 0640 : 0600;
}

Result<DurableFile> DurableFile::create(const std::filesystem::path& path) {
  DurableFile file(path);
  file.descriptor_ =
      Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file_mode()));
  if (!file.descriptor_.is_open()) return file_error(path, errno, FileStep::write);
  return file;
}

Result<void> DurableFile::write(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t count =
        ::write(descriptor_.number(), next, std::min<std::size_t>(bytes, 64u << 20));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, FileStep::write);
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return {};
}

Result<void> DurableFile::finish() {
  if (::fsync(descriptor_.number()) != 0) return file_error(path_, errno, FileStep::write);
  // Network file systems may report write errors only at close.
  if (::close(descriptor_.release()) != 0) return file_error(path_, errno, FileStep::write);
  return {};
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) return file_error(folder, errno, FileStep::write);
  // Some network file systems do not support syncing folders and say so; the rename is then as
  // durable as they make it.
  if (::fsync(opened.number()) != 0 && errno != EINVAL && errno != ENOTSUP)
    return file_error(folder, errno, FileStep::write);
  return {};
}

Result<void> make_folders(const std::filesystem::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return {};
    return folder_failure(path, ENOTDIR);
  }
  std::filesystem::path above = path.has_parent_path() ? path.parent_path() : ".";
  if (above == path) return folder_failure(path, errno);
  TRY(make_folders(above));
  if (path.has_filename() && ::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
    return folder_failure(path, errno);
  if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return folder_failure(path, ENOTDIR);
  // A user who may create a folder there but not list it cannot sync it either.
  if (::access(above.c_str(), R_OK) != 0) return {};
  return sync_folder(above);
}

Result<void> rename_new(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno != EINVAL && errno != ENOSYS) return file_error(to, errno, FileStep::publish);
  struct stat status{};
  if (::lstat(to.c_str(), &status) == 0) return file_error(to, EEXIST, FileStep::publish);
  if (::rename(from.c_str(), to.c_str()) != 0) return file_error(to, errno, FileStep::publish);
  return {};
}

void describe(Section<FileDigest>& section) {
  section.field("bytes", &FileDigest::bytes).required();
  section.field("xxh3_64", &FileDigest::xxh3_64).required();
}

Result<FileDigest> digest_file(const std::filesystem::path& path) {
  return digest_file(path, [](std::uint64_t) { return Result<void>(); });
}

Result<FileDigest> digest_file(const std::filesystem::path& path,
                               const std::function<Result<void>(std::uint64_t)>& on_progress) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return file_error(path, errno, FileStep::read);
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::vector<char> buffer(1 << 20);
  FileDigest digest;
  for (;;) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path, errno, FileStep::read);
    if (count == 0) break;
    XXH3_64bits_update(state.get(), buffer.data(), static_cast<std::size_t>(count));
    digest.bytes += static_cast<std::uint64_t>(count);
    TRY(on_progress(digest.bytes));
  }
  digest.xxh3_64 = hexadecimal(XXH3_64bits_digest(state.get()));
  return digest;
}

std::uint64_t xxh3_64_of(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }

std::string hexadecimal(std::uint64_t number) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
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
