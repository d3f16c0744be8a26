#include "engine/train/event_writer.h"

#include "engine/contract/unix_time.h"

namespace trainyard {

namespace {
constexpr std::size_t queue_limit = 8192;
constexpr auto retry_pause = std::chrono::milliseconds(50);
}  // namespace

EventWriter::EventWriter(std::unique_ptr<EventSink> sink) : sink_(std::move(sink)) {
  if (sink_) thread_ = std::thread([this] { run(); });
}

EventWriter::~EventWriter() { close(); }

void EventWriter::send(Event event) {
  event.time = unix_time();
  std::lock_guard lock(mutex_);
  if (!sink_ || closing_) return;
  if (queue_.size() >= queue_limit) {
    ++lost_;
    return;
  }
  queue_.push_back(std::move(event));
  changed_.notify_all();
}

void EventWriter::run() {
  std::unique_lock lock(mutex_);
  while (!abandoned_) {
    if (queue_.empty()) {
      lock.unlock();
      sink_->rest();
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
    const Event event = queue_.front();
    lock.unlock();
    const bool taken = sink_->take(event) == EventSink::Taken::yes;
    lock.lock();
    if (taken)
      queue_.pop_front();
    else
      changed_.wait_for(lock, retry_pause, [this] { return abandoned_; });
  }
}

void EventWriter::close(std::chrono::milliseconds limit) {
  if (!thread_.joinable()) return;
  {
    std::unique_lock lock(mutex_);
    closing_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, limit, [this] { return queue_.empty() && idle_; });
    abandoned_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

std::uint64_t EventWriter::lost() const {
  std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace trainyard
