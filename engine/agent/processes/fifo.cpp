// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/fifo.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_line_bytes = 4096;
constexpr int pipe_bytes = 1 << 20;  // room for bursts while the agent is busy

}  // namespace

void LineCutter::add(std::string_view bytes, const std::function<void(std::string_view)>& on_line) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!is_skipping_ && partial_.size() + part.size() >= max_line_bytes) {
      is_skipping_ = true;
      ++oversized_;
      partial_.clear();
    }
    if (!is_skipping_) partial_ += part;
    if (end == std::string_view::npos) return;
    if (!is_skipping_ && !partial_.empty()) on_line(partial_);
    is_skipping_ = false;
    partial_.clear();
    bytes.remove_prefix(end + 1);
  }
}

Result<Fifo> Fifo::create(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "events";
  int fd = -1;
  if (::mkfifo(path.c_str(), 0600) == 0) fd = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return make_error("agent.no_fifo",
                      {{"file", path.string()}, {"problem", std::strerror(errno)}});
  ::fcntl(fd, F_SETPIPE_SZ, pipe_bytes);
  return Fifo(path, fd);
}

Fifo::Fifo(Fifo&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      cutter_(std::move(other.cutter_)),
      dropped_(other.dropped_) {}

Fifo::~Fifo() {
  if (fd_ >= 0) ::close(fd_);
}

bool is_allowed_from_programs(const Event& event) {
  return !std::holds_alternative<HeaderEvent>(event.body) &&
         !std::holds_alternative<SystemEvent>(event.body) &&
         !std::holds_alternative<EndEvent>(event.body);
}

void Fifo::drain(const std::function<void(Event)>& on_event) {
  char buffer[64 << 10];
  // Bounded, so that a program that never stops writing cannot block the loop.
  for (int reads = 0; reads < 64; ++reads) {
    const ssize_t count = ::read(fd_, buffer, sizeof buffer);
    if (count <= 0) return;
    cutter_.add({buffer, static_cast<std::size_t>(count)}, [&](std::string_view line) {
      auto event = parse_event(line);
      if (!event || !is_allowed_from_programs(*event)) {
        ++dropped_;
        return;
      }
      event->time = 0;
      event->sequence = -1;
      on_event(std::move(*event));
    });
  }
}

}  // namespace trainyard::agent
