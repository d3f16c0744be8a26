// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/written_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/contract/files/durable_file.h"

namespace trainyard::agent {

Result<void> AppendedFile::create(const std::filesystem::path& path) {
  path_ = path;
  TRY(make_folders(path.parent_path()));
  descriptor_ = Descriptor(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, file_mode()));
  return is_open() ? Result<void>() : file_error(path_, errno, FileStep::write);
}

Result<void> AppendedFile::flush() {
  const std::string bytes = std::exchange(waiting_, {});
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor_.number(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return file_error(path_, errno, FileStep::write);
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace trainyard::agent
