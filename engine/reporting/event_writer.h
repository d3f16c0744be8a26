// SPDX-License-Identifier: GPL-3.0-or-later
// Sends events from a background thread, so that reporting never blocks: to the agent's FIFO or,
// without an agent, to the attempt's events.jsonl.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "engine/contract/run/events.h"

namespace trainyard {

// The destination of lines. Used only by the writer's thread.
class EventSink {
 public:
  virtual ~EventSink() = default;
  enum class Taken { yes, later };
  // Takes one line, or returns `later` if the caller should retry after a short while. Never blocks
  // for longer than 100 ms.
  virtual Taken take(const Event& event) = 0;
  // Called when all pending lines were taken.
  virtual void flush() {}
};

// Writes each line at once, of at most 4,096 bytes, without time and sequence number. Longer
// messages are shortened, other lines that are too long are dropped.
std::unique_ptr<EventSink> make_fifo_sink(const std::filesystem::path& fifo);

// Appends lines with time and sequence numbers starting at 0; synced to disk whenever no more are
// pending.
std::unique_ptr<EventSink> make_file_sink(const std::filesystem::path& file);

class EventWriter {
 public:
  // Null: events are discarded.
  explicit EventWriter(std::unique_ptr<EventSink> sink);
  ~EventWriter();
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // Sets the time, hands the event to the thread and returns. With 8,192 lines pending it is
  // dropped and counted; once there is room again, a warning "events.lost" says how many.
  void send(Event event);

  // A record of a search's study, as its line: in pieces that a line of the FIFO can hold. Waits at
  // most half a minute while too much is pending, so that none is lost.
  void send_study(std::string_view line);

  // Waits at most `limit` until half of the lines that may be pending are free.
  void wait_for_room(std::chrono::milliseconds limit);

  // Waits at most `limit` until everything is written; later events are dropped.
  void close(std::chrono::milliseconds limit = std::chrono::seconds(2));

  // The number of events that were dropped, including those that close() did not write.
  std::uint64_t lost() const;

 private:
  void run();
  void send_next(std::unique_lock<std::mutex>& lock);
  void say_what_was_lost();

  std::unique_ptr<EventSink> sink_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> queue_;
  std::uint64_t lost_ = 0, lost_and_said_ = 0;
  bool closing_ = false;
  bool abandoned_ = false;
  bool idle_ = true;
  std::thread thread_;
};

}  // namespace trainyard
