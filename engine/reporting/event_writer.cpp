// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reporting/event_writer.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"

namespace trainyard {

namespace {
constexpr std::size_t event_queue_limit = 8192;
constexpr auto retry_pause = std::chrono::milliseconds(50);
// Lines of the agent's FIFO are short, and escaping may double a piece.
constexpr std::size_t study_piece = 1800;
constexpr auto study_wait = std::chrono::seconds(30);
}  // namespace

EventWriter::EventWriter(std::unique_ptr<EventSink> sink) : sink_(std::move(sink)) {
  if (sink_) thread_ = std::thread([this] { run(); });
}

EventWriter::~EventWriter() { close(); }

void EventWriter::send(Event event) {
  event.time = unix_time();
  std::lock_guard lock(mutex_);
  if (!sink_ || closing_) return;
  if (queue_.size() >= event_queue_limit) {
    ++lost_;
    return;
  }
  if (queue_.size() < event_queue_limit / 2) say_what_was_lost();
  queue_.push_back(std::move(event));
  changed_.notify_all();
}

void EventWriter::send_study(std::string_view line) {
  wait_for_room(study_wait);
  while (!line.empty()) {
    // Not within a character.
    std::size_t end = std::min(line.size(), study_piece);
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
    Event event;
    event.body = StudyEvent{std::string(line.substr(0, end)), end < line.size()};
    send(std::move(event));
    line.remove_prefix(end);
  }
}

void EventWriter::wait_for_room(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [this] { return queue_.size() < event_queue_limit / 2; });
}

void EventWriter::say_what_was_lost() {
  if (lost_ == lost_and_said_) return;
  Map arguments = {{"count", static_cast<std::int64_t>(lost_ - lost_and_said_)}};
  Event event;
  event.time = unix_time();
  const std::string text = render_message("events.lost", arguments);
  event.body =
      MessageEvent{MessageLevel::warning, "events.lost", std::move(arguments), text, {}, {}};
  queue_.push_back(std::move(event));
  lost_and_said_ = lost_;
}

// An exception (out of memory) drops this event and does not affect the training.
void EventWriter::send_next(std::unique_lock<std::mutex>& lock) {
  auto taken = EventSink::Taken::yes;
  bool failed = false;
  const Event& event = queue_.front();  // deque elements keep their address while others are added
  lock.unlock();
  try {
    taken = sink_->take(event);
  } catch (const std::exception&) {
    failed = true;
  }
  lock.lock();
  if (failed) ++lost_;
  if (taken == EventSink::Taken::yes) {
    queue_.pop_front();
    if (queue_.size() == event_queue_limit / 2 - 1) changed_.notify_all();
  } else {
    changed_.wait_for(lock, retry_pause, [this] { return abandoned_; });
  }
}

void EventWriter::run() {
  std::unique_lock lock(mutex_);
  while (!abandoned_) {
    if (queue_.empty()) {
      lock.unlock();
      sink_->flush();
      lock.lock();
      if (queue_.empty()) {
        idle_ = true;
        changed_.notify_all();
        if (closing_) return;
        changed_.wait(lock, [this] { return closing_ || abandoned_ || !queue_.empty(); });
      }
      continue;
    }
    idle_ = false;
    send_next(lock);
  }
}

void EventWriter::close(std::chrono::milliseconds limit) {
  if (!thread_.joinable()) return;
  {
    std::unique_lock lock(mutex_);
    say_what_was_lost();
    closing_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, limit, [this] { return queue_.empty() && idle_; });
    abandoned_ = true;
    lost_ += queue_.size();
    changed_.notify_all();
  }
  thread_.join();
}

std::uint64_t EventWriter::lost() const {
  std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace trainyard
