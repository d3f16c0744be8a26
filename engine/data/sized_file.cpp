#include "engine/data/sized_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"

namespace trainyard {

Error prepared_damage(const std::filesystem::path& path, const Error& what) {
  return make_error("data.prepared_damaged",
                    {{"file", path.string()}, {"what", as_argument(what)}});
}

Result<SizedFile> SizedFile::open(const std::filesystem::path& path, std::int64_t bytes) {
  SizedFile file;
  file.path_ = path;
  file.descriptor_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.descriptor_.is_open() && (errno == ENOENT || errno == ENOTDIR))
    return prepared_damage(path, make_error("prepared.file_missing", {}));
  struct stat status{};
  if (!file.descriptor_.is_open() || ::fstat(file.descriptor_.number(), &status) != 0)
    return file_error(path, errno, FileStep::read);
  if (status.st_size != bytes)
    return prepared_damage(
        path, make_error("prepared.size", {{"bytes", static_cast<std::int64_t>(status.st_size)},
                                           {"expected", bytes}}));
  return file;
}

Result<void> SizedFile::read(std::int64_t offset, void* out, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = ::pread(descriptor_.number(), static_cast<char*>(out) + done,
                                  bytes - done, offset + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, FileStep::read);
    if (count == 0) return prepared_damage(path_, make_error("prepared.shortened", {}));
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace trainyard
