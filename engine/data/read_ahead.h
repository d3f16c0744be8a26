// SPDX-License-Identifier: GPL-3.0-or-later
// A background thread that produces items into a bounded queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// next() is called from one thread, put() and is_wanted() from the producing one.
template <class Item>
class ReadAhead {
 public:
  // Runs in the thread. It returns soon once put() returns an error or is_wanted() false.
  using Produce = std::function<Result<void>(ReadAhead&)>;

  // At most `limit` items wait to be taken.
  ReadAhead(std::size_t limit, Produce produce)
      : limit_(limit), produce_(std::move(produce)), thread_([this] { run(); }) {}
  ~ReadAhead() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Waits for the next item; nothing after the last one. The error that ended the production
  // follows the items before it, and so does an exception in the thread (out of memory), which is
  // rethrown here.
  Result<std::optional<Item>> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !queue_.empty() || is_over_; });
    if (queue_.empty()) {
      if (thrown_) std::rethrow_exception(thrown_);
      if (!end_) return end_.error();
      return std::optional<Item>();
    }
    std::optional<Item> item(std::move(queue_.front()));
    queue_.pop_front();
    changed_.notify_all();
    return item;
  }

  // Waits until there is room. Error: "data.stopped" if no more items are wanted.
  Result<void> put(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_stopping_ || queue_.size() < limit_; });
    if (is_stopping_) return preparing_stopped();
    queue_.push_back(std::move(item));
    changed_.notify_all();
    return {};
  }

  // Whether items are still wanted, for a production that has none for a while.
  bool is_wanted() {
    const std::lock_guard lock(mutex_);
    return !is_stopping_;
  }

 private:
  void run() {
    Result<void> end;
    std::exception_ptr thrown;
    try {
      end = produce_(*this);
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    end_ = std::move(end);
    thrown_ = thrown;
    is_over_ = true;
    changed_.notify_all();
  }

  const std::size_t limit_;
  const Produce produce_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> queue_;
  Result<void> end_;
  std::exception_ptr thrown_;
  bool is_stopping_ = false, is_over_ = false;
  std::thread thread_;  // last, since it uses all of the above
};

}  // namespace trainyard
