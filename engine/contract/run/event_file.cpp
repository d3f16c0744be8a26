// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/event_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/system/descriptor.h"
#include "engine/contract/run/events.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

Error read_failure(const std::filesystem::path& path, int reason) {
  return make_error("file.read", {{"path", path.string()}, {"problem", std::strerror(reason)}},
                    ExitCode::environment);
}

Result<std::string> read_from(const std::filesystem::path& path, std::uint64_t offset,
                              std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) return std::string();
    return read_failure(path, errno);
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return read_failure(path, errno);
  if (!S_ISREG(status.st_mode))
    return make_error("file.not_file", {{"path", path.string()}}, ExitCode::environment);
  if (static_cast<std::uint64_t>(status.st_size) <= offset) return std::string();
  std::string out(
      std::min<std::uint64_t>(limit, static_cast<std::uint64_t>(status.st_size) - offset), '\0');
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(file.number(), out.data() + done, out.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return read_failure(path, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  out.resize(done);
  return out;
}

}  // namespace

Result<std::vector<Event>> EventFileReader::read(std::size_t limit_bytes) {
  TRY(const std::string bytes,
      read_from(path_, offset_, std::max(limit_bytes, kEventLineLimit + 1)));
  std::vector<Event> out;
  std::string_view rest = bytes;
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    offset_ += end + 1;
    if (inside_long_line_) {
      inside_long_line_ = false;
      continue;
    }
    auto event = parse_event(line);
    if (event)
      out.push_back(std::move(*event));
    else if (event.error().code != "event.unknown_kind")
      ++bad_lines_;
  }
  if (rest.size() > kEventLineLimit) {
    if (!inside_long_line_) ++bad_lines_;
    inside_long_line_ = true;
    offset_ += rest.size();
  }
  return out;
}

}  // namespace trainyard
