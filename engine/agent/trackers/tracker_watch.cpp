// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/tracker_watch.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <mutex>
#include <thread>
#include <utility>

#include "engine/agent/processes/signals_blocked.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

constexpr auto finish_limit = 8s;
// Most programs open their files within a minute; later ones are found a little later.
constexpr int frequent_looks = 24, looks_per_search = 3;

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
  asio::post(shared_->work, [shared = shared_, finds] {
    std::vector<Event> events = shared->search.read(finds);
    const bool has_more = shared->search.has_more();
    const std::lock_guard lock(shared->mutex);
    if (!shared->watch) return;
    asio::post(shared->watch->loop_, [shared, events = std::move(events), has_more]() mutable {
      if (shared->watch) shared->watch->take(std::move(events), has_more);
    });
  });
}

void TrackerWatch::look() {
  if (is_reading_ || then_) return;
  const int number = looks_++;
  read(number < frequent_looks || number % looks_per_search == 0);
}

void TrackerWatch::take(std::vector<Event> events, bool has_more) {
  is_reading_ = false;
  for (Event& event : events) on_event_(std::move(event));
  if (has_more) return read(false);
  if (!then_) return;
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
