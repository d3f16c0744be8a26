// SPDX-License-Identifier: GPL-3.0-or-later
// Writes events.jsonl. Lines are accepted immediately and written by a separate thread, so that
// reporting never waits for the file system.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/contract/run/events.h"

namespace trainyard::agent {

class EventLog {
 public:
  // Creates the file, which must not exist yet. `reserve_bytes` of disk space are preallocated
  // beyond the end of the file, if the file system supports it, so that finish() succeeds on a full
  // disk.
  static Result<std::unique_ptr<EventLog>> create(const std::filesystem::path& path,
                                                  std::size_t reserve_bytes = 64 << 10,
                                                  std::size_t limit_bytes = 64u << 20);
  ~EventLog();

  // May be called from any thread; never blocks on the file. Sets the time if it is 0; the sequence
  // number is set when the line is written. What the file system does not accept is kept, up to
  // `limit_bytes`; beyond that lines are dropped and counted.
  void append(Event event);

  // Writes the remaining lines and `end` as the last one, whatever was dropped, and stops the
  // thread. False if the file system did not accept it within the timeout.
  bool finish(const EndEvent& end, std::chrono::milliseconds timeout);

  // Bytes of complete lines that are visible to readers of the file.
  std::uint64_t written() const { return written_.load(std::memory_order_acquire); }
  bool is_finished() const { return is_finished_.load(); }
  std::uint64_t dropped() const { return dropped_.load(); }

  // Called on the writer's thread after lines were written; must be set before the first append.
  void on_written(std::function<void()> notify) { notify_ = std::move(notify); }

 private:
  EventLog(int fd, std::size_t reserve_bytes, std::size_t limit_bytes);
  void write_loop();
  bool write_pending();  // false: the disk is full or failing, retry later
  bool make_room(std::size_t bytes);
  bool write_line(const Event& event);
  bool write_rest();
  void write_last_words();
  void sync();

  int fd_;
  std::size_t reserve_bytes_, limit_bytes_;
  std::function<void()> notify_;

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<std::pair<Event, std::size_t>> pending_;  // with its size as text
  std::size_t pending_bytes_ = 0;
  std::optional<EndEvent> end_;

  std::int64_t sequence_ = 0;  // used only by the writer's thread
  std::string rest_;           // of the line being written
  std::uint64_t file_bytes_ = 0;
  bool can_reserve_ = true;
  bool is_dirty_ = false;
  std::chrono::steady_clock::time_point last_sync_{};

  std::atomic<std::uint64_t> written_{0}, dropped_{0};
  std::atomic<bool> is_finished_{false};
  std::thread thread_;
};

}  // namespace trainyard::agent
