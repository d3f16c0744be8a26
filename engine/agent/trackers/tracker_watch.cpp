// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracker_watch.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <time.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/agent/processes/signals_blocked.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

using Clock = std::chrono::steady_clock;

constexpr auto finish_limit = 8s;
// Between two looks, and between two searches for files. Most programs open theirs within a minute.
constexpr Clock::duration read_interval = 1s, first_searches = 2min, first_search_interval = 2s,
                          search_interval = 15s, longest_interval = 30s;

// At least `shortest`; after more work longer, so that many files take one percent of a core, and a
// slow file system is waited for half of the time at most.
Clock::duration interval_after(Clock::duration time, Clock::duration processor_time,
                               Clock::duration shortest) {
  return std::clamp(std::max(100 * processor_time, time), shortest, longest_interval);
}

Clock::duration processor_time_of_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

struct TrackerWatch::Shared {
  explicit Shared(TrackedJob job) : search(std::move(job)) {}

  asio::io_context work;  // of the thread
  asio::executor_work_guard<asio::io_context::executor_type> has_work{work.get_executor()};
  TrackerSearch search;  // the thread's
  std::mutex mutex;
  TrackerWatch* watch = nullptr;  // null: it is gone, or its loop will be
};

TrackerWatch::TrackerWatch(asio::io_context& loop, TrackedJob job, OnEvent on_event)
    : loop_(loop),
      on_event_(std::move(on_event)),
      limit_(loop),
      pause_(loop),
      shared_(std::make_shared<Shared>(std::move(job))) {
  shared_->watch = this;
  asio::post(shared_->work, [shared = shared_.get()] { shared->search.look_before(); });
  const SignalsBlocked in_the_thread;
  std::thread([shared = shared_] { shared->work.run(); }).detach();
}

TrackerWatch::~TrackerWatch() {
  const std::lock_guard lock(shared_->mutex);
  shared_->watch = nullptr;
  shared_->work.stop();
}

void TrackerWatch::read(bool finds) {
  is_reading_ = true;
  asio::post(shared_->work, [shared = shared_, finds, has_ended = bool(then_)] {
    const auto began = Clock::now();
    const auto processor_time = processor_time_of_thread();
    Look look{finds};
    look.events = shared->search.read(finds, has_ended);
    look.has_more = shared->search.has_more();
    look.time = Clock::now() - began;
    look.processor_time = processor_time_of_thread() - processor_time;
    const std::lock_guard lock(shared->mutex);
    if (!shared->watch) return;
    asio::post(shared->watch->loop_, [shared, look = std::move(look)]() mutable {
      if (shared->watch) shared->watch->receive(std::move(look));
    });
  });
}

void TrackerWatch::start() {
  began_ = Clock::now();
  read_pause_ = read_interval;
  wait();
}

void TrackerWatch::wait() {
  pause_.expires_after(read_pause_);
  pause_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled && !then_ && !is_reading_) read(Clock::now() >= next_search_);
  });
}

void TrackerWatch::receive(Look look) {
  is_reading_ = false;
  const auto now = Clock::now();
  if (look.finds)
    next_search_ = now + interval_after(look.time, look.processor_time,
                                        now - began_ < first_searches ? first_search_interval
                                                                      : search_interval);
  else
    read_pause_ = interval_after(look.time, look.processor_time, read_interval);
  for (Event& event : look.events) on_event_(std::move(event));
  if (look.has_more) return read(false);
  if (!then_) return wait();
  if (!std::exchange(has_read_all_, true)) return read(true);
  limit_.cancel();
  std::exchange(then_, {})();
}

void TrackerWatch::finish(std::function<void()> then) {
  then_ = std::move(then);
  limit_.expires_after(finish_limit);
  limit_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled && then_) std::exchange(then_, {})();
  });
  if (!is_reading_) read(true);
}

}  // namespace trainyard::agent
