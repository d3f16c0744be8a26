// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/event_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/agent/job/message_events.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
constexpr auto sync_interval = 400ms;  // readers on other nodes see a line within a second
constexpr auto retry_interval = 1000ms;

}  // namespace

Result<std::unique_ptr<EventLog>> EventLog::create(const std::filesystem::path& path,
                                                   std::size_t reserve_bytes,
                                                   std::size_t limit_bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0)
    return make_error("events.not_writable",
                      {{"file", path.string()}, {"problem", std::strerror(errno)}});
  return std::unique_ptr<EventLog>(new EventLog(fd, reserve_bytes, limit_bytes));
}

EventLog::EventLog(int fd, std::size_t reserve_bytes, std::size_t limit_bytes)
    : fd_(fd),
      reserve_bytes_(reserve_bytes),
      limit_bytes_(limit_bytes),
      thread_([this] { write_loop(); }) {}

EventLog::~EventLog() {
  if (thread_.joinable()) finish({}, 0ms);
  if (thread_.joinable()) thread_.join();
  ::close(fd_);
}

void EventLog::append(Event event) {
  if (event.time == 0) event.time = unix_time();
  event.sequence = -1;
  const std::size_t size = to_line(event).size() + 64;
  {
    const std::lock_guard lock(mutex_);
    if (end_) return;
    if (pending_bytes_ + size > limit_bytes_) {
      ++dropped_;
      return;
    }
    pending_bytes_ += size;
    pending_.emplace_back(std::move(event), size);
  }
  wake_.notify_one();
}

bool EventLog::finish(const EndEvent& end, std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  if (!end_) end_ = end;
  wake_.notify_one();
  return done_.wait_for(lock, timeout, [this] { return is_finished_.load(); });
}

void EventLog::write_loop() {
  while (true) {
    {
      std::unique_lock lock(mutex_);
      const auto has_work = [this] { return !pending_.empty() || end_; };
      if (is_dirty_)
        wake_.wait_until(lock, last_sync_ + sync_interval, has_work);
      else
        wake_.wait(lock, has_work);
      if (end_) break;
    }
    const bool is_taken = write_pending();
    if (is_dirty_ && std::chrono::steady_clock::now() >= last_sync_ + sync_interval) sync();
    if (!is_taken) {
      std::unique_lock lock(mutex_);
      if (wake_.wait_for(lock, retry_interval, [this] { return end_.has_value(); })) break;
    }
  }
  write_last_words();
  sync();
  {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
  }
  done_.notify_all();
  if (notify_) notify_();
}

bool EventLog::write_pending() {
  std::deque<std::pair<Event, std::size_t>> batch;
  std::size_t bytes = rest_.size();
  {
    const std::lock_guard lock(mutex_);
    while (!pending_.empty() && bytes < (1u << 20)) {
      bytes += pending_.front().second;
      batch.push_back(std::move(pending_.front()));
      pending_.pop_front();
    }
  }
  bool is_taken = make_room(bytes);
  while (is_taken && !batch.empty()) {
    is_taken = write_line(batch.front().first);
    if (!is_taken) break;
    const std::lock_guard lock(mutex_);
    pending_bytes_ -= batch.front().second;
    batch.pop_front();
  }
  if (!batch.empty()) {
    const std::lock_guard lock(mutex_);
    while (!batch.empty()) {
      pending_.push_front(std::move(batch.back()));
      batch.pop_back();
    }
  }
  if (notify_) notify_();
  return is_taken;
}

// Keeps reserve_bytes_ beyond these bytes preallocated for the file's own last lines, so that no
// one else can use them.
bool EventLog::make_room(std::size_t bytes) {
  if (!can_reserve_) return true;
  if (::fallocate(fd_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(file_bytes_),
                  static_cast<off_t>(bytes + reserve_bytes_)) == 0)
    return true;
  if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL) return can_reserve_ = false, true;
  return errno == EINTR;
}

// False: nothing of the line is in the file. A line that was only partially written counts as
// written; its rest is written before anything else.
bool EventLog::write_line(const Event& event) {
  if (!write_rest()) return false;
  Event numbered = event;
  numbered.sequence = sequence_;
  rest_ = to_line(numbered) + "\n";
  const std::size_t size = rest_.size();
  if (!write_rest() && rest_.size() == size) {
    rest_.clear();
    return false;
  }
  ++sequence_;
  return true;
}

bool EventLog::write_rest() {
  while (!rest_.empty()) {
    const ssize_t count = ::write(fd_, rest_.data(), rest_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest_.erase(0, static_cast<std::size_t>(count));
    file_bytes_ += static_cast<std::uint64_t>(count);
    is_dirty_ = true;
  }
  written_.store(file_bytes_, std::memory_order_release);
  return true;
}

// On a full disk only the reserve is left: writes the newest lines that fit, a message about the
// others, and the end.
void EventLog::write_last_words() {
  if (!write_pending()) {
    const std::lock_guard lock(mutex_);
    std::size_t kept = 0;
    auto first = pending_.end();
    while (first != pending_.begin() && kept + std::prev(first)->second < reserve_bytes_ / 2)
      kept += (--first)->second;
    dropped_ += static_cast<std::uint64_t>(std::distance(pending_.begin(), first));
    pending_.erase(pending_.begin(), first);
  }
  can_reserve_ = false;
  while (true) {
    const std::size_t before = pending_.size();
    const bool is_taken = write_pending();
    if (pending_.empty() || !is_taken || pending_.size() == before) break;
  }
  if (dropped_ > 0) {
    write_line(
        Event{unix_time(), 0,
              make_message(MessageLevel::warning, "events.dropped",
                           {{"count", static_cast<std::int64_t>(dropped_.load())}}, end_->node)});
  }
  const Event end{unix_time(), 0, *end_};
  for (int tries = 0; tries < 40 && !write_line(end); ++tries) std::this_thread::sleep_for(500ms);
  for (int tries = 0; tries < 40 && !write_rest(); ++tries) std::this_thread::sleep_for(500ms);
  // Unused preallocated space is returned to the disk.
  if (::ftruncate(fd_, static_cast<off_t>(file_bytes_)) == 0) is_dirty_ = true;
}

void EventLog::sync() {
  ::fsync(fd_);
  is_dirty_ = false;
  last_sync_ = std::chrono::steady_clock::now();
}

}  // namespace trainyard::agent
