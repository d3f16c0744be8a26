// SPDX-License-Identifier: GPL-3.0-or-later
// Sends events to the outside from a thread of its own, so that nothing that reports ever waits: to
// the agent's FIFO, or, when there is no agent, to the attempt's events.jsonl.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/contract/run/events.h"

namespace trainyard {

// Where lines go. Used by the writer's thread only.
class EventSink {
 public:
  virtual ~EventSink() = default;
  enum class Taken { yes, later };
  // Takes one line, or says that it may be tried again after a short while. Never blocks for longer
  // than 100 ms.
  virtual Taken take(const Event& event) = 0;
  // Called when all lines that lay ready were taken.
  virtual void flush() {}
};

// One write of at most 4,096 bytes a line, without time and sequence. Longer messages are
// shortened, other longer lines lost.
std::unique_ptr<EventSink> make_fifo_sink(const std::filesystem::path& fifo);

// Appends lines with time and sequence from 0 on; synced to the disk whenever no more lie ready.
std::unique_ptr<EventSink> make_file_sink(const std::filesystem::path& file);

class EventWriter {
 public:
  // Null: events go nowhere.
  explicit EventWriter(std::unique_ptr<EventSink> sink);
  ~EventWriter();
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // Sets the time, hands the event to the thread and returns. With 8,192 lines waiting it is lost
  // and counted; once there is room again, a warning "events.lost" says how many.
  void send(Event event);

  // Waits until all is written, at most `limit`; later events are lost.
  void close(std::chrono::milliseconds limit = std::chrono::seconds(2));

  // Events that will never be read, those that close() left behind included.
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
